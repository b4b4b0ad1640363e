//! Documents as the shells show them.
//!
//! Every function: `home-damaged`, and errors of the database, such as `busy`.

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Receipt},
    log::entry_number,
    units::{Currency, DocumentId, Kid, MicroEpsilon, MinorUnits, PaymentReference},
};

use crate::{
    accuracy::Widths,
    catalogue::{LABELS_SHOWN, Offer},
    error::Result,
    hint::Act,
    home::Context,
    ids::{AlarmNumber, ListingId, RuleNumber},
    messages::OrderMessage,
    pay::{account_view, pay_card},
    question::QuestionName,
    store::{OwnListing, Reading, SecretName},
    view::{
        HalfWidth, KnotView, ListingStatus, ListingView, Money, OrderStatus, OrderView,
        ReceiptView, Stale, WithdrawalView,
    },
};
use poundwise_home::messages::Identified;
use poundwise_query::estimate::number_of_estimates;
use poundwise_query::{QueryWords, missing_as, privacy_unit};

/// Returns major units, for figures.
#[allow(clippy::cast_precision_loss)] // a figure's coordinate
pub fn major(minor: u64, currency: Currency) -> f64 {
    minor as f64 / 10f64.powi(i32::try_from(currency.exponent()).unwrap_or(2))
}

/// Returns a level, for figures.
#[allow(clippy::cast_precision_loss)] // a figure's coordinate
pub fn epsilon(level: MicroEpsilon) -> f64 {
    level.get() as f64 / 1e6
}

/// Returns a listing without what only this home knows of it.
fn listing_view(id: DocumentId, signer: Kid, l: &Listing, status: ListingStatus) -> ListingView {
    ListingView {
        id,
        question: format!("{}.{}", signer, l.seed_commitment),
        title: l.title.clone(),
        description: l.description.clone(),
        seller_name: l.seller_name.clone(),
        seller_kid: signer,
        contact: None,
        alarm: None,
        kind: l.question.kind(),
        query: QueryWords::of(l).to_string(),
        query_parts: l.question.shortened(LABELS_SHOWN),
        missing_as: missing_as(&l.question),
        unit: l.unit.clone(),
        dimension: l.dimension,
        estimates: number_of_estimates(&l.question, l.dimension),
        labels: l.labels.iter().take(LABELS_SHOWN).cloned().collect(),
        step: l.question.step().to_string(),
        step_advised: false,
        bounds: (l.question.bounds().iter().flatten())
            .map(ToString::to_string)
            .collect(),
        sensitivity: l.sensitivity,
        adjacency: l.adjacency,
        privacy_unit: l.protects.clone(),
        unit_parts: privacy_unit(l),
        population_id: l.population,
        cap_micro_epsilon: l.population_cap_micro_epsilon.get(),
        cap_nano_rho: l.population_cap_nano_rho.get(),
        carried_micro_epsilon: l.population_carried_micro_epsilon.get(),
        carried_nano_rho: l.population_carried_nano_rho.get(),
        public_rows: l.question.public_rows(),
        ceiling: l.ceiling,
        available: None,
        top: l.top,
        grain: l.grain,
        tariff: l
            .tariff
            .knots()
            .iter()
            .map(|(level, minor)| KnotView {
                level: *level,
                minor: minor.get(),
            })
            .collect(),
        currency: l.currency,
        currency_exponent: l.currency.exponent(),
        pay_to: l.pay_to.clone(),
        account: account_view(l),
        terms: l.terms.clone(),
        issued_at: l.issued_at.to_string(),
        mine: false,
        status,
        withdrawal: None,
        held: MicroEpsilon::ZERO,
        loss_micro_epsilon: None,
        population: None,
        dataset: None,
        sealed: false,
        linked: false,
        sealed_at: None,
        erasure_pending: false,
    }
}

/// Returns an order beside the listing it names. Whether its listing still stands on the market,
/// and which other orders rule it out, is for the caller to add.
pub fn order_view(
    widths: &Widths<'_>,
    order: &Signed<Order>,
    listing: &Signed<Listing>,
    status: OrderStatus,
    reason: Option<String>,
) -> Result<OrderView> {
    let context = widths.context;
    let (o, l) = (order.payload(), listing.payload());
    let own = order.signer() == context.identity.kid();
    let overtaken = own
        && status == OrderStatus::Pending
        && widths.level_held(QuestionName::of(listing))? != o.from;
    let (other, pay) = match own {
        true if overtaken => (listing.signer(), None),
        true => (listing.signer(), pay_card(context, order, l, status)?),
        false => (order.signer(), None),
    };
    let reading = context.read();
    // Rules approve what others order.
    let (receipt, rule) = if own {
        (reading.receipt_held(&order.id())?, None)
    } else {
        (
            reading.receipt_of(&order.id())?,
            reading.rule_of(&order.id())?,
        )
    };
    Ok(OrderView {
        id: order.id(),
        listing: o.listing,
        title: l.title.clone(),
        seller_name: l.seller_name.clone(),
        seller_kid: listing.signer(),
        buyer_name: o.buyer_name.clone(),
        buyer_kid: order.signer(),
        contact: reading.contact_name(&other)?,
        alarm: match own {
            true => open_alarm(&reading, &other)?,
            false => None,
        },
        from: o.from,
        to: o.to,
        price: Money::new(o.price_minor, l.currency),
        available: None,
        accuracy: widths.of_order(order, listing, status)?,
        pay_to: l.pay_to.clone(),
        reference: (o.price_minor > MinorUnits::ZERO).then(|| PaymentReference::of(&order.id())),
        pay,
        stale: overtaken.then_some(Stale::Overtaken),
        rivals: Vec::new(),
        status,
        reason,
        rule: rule.map(RuleNumber::new),
        issued_at: o.issued_at.to_string(),
        settlement: receipt.as_ref().map(|one| one.payload().settlement),
        approved_at: receipt.map(|receipt| receipt.payload().issued_at.to_string()),
        expires_at: o.expires_at.to_string(),
    })
}

/// Returns a receipt beside the order and listing it names, with the half-widths of what it
/// brought.
pub fn receipt_view(
    context: &Context,
    receipt: &Signed<Receipt>,
    buyer_name: &str,
    title: &str,
    accuracy: Vec<HalfWidth>,
) -> Result<ReceiptView> {
    let r = receipt.payload();
    Ok(ReceiptView {
        id: receipt.id(),
        sequence: r.sequence,
        number: entry_number(r.sequence),
        listing: r.listing,
        title: title.to_owned(),
        order: r.order,
        buyer_name: buyer_name.to_owned(),
        buyer_kid: r.buyer,
        contact: context.read().contact_name(&r.buyer)?,
        from: r.from,
        to: r.to,
        price: Money::new(r.price_minor, r.currency),
        accuracy,
        settlement: r.settlement,
        payment_reference: r.payment_reference.clone(),
        owed: None,
        payments: Vec::new(),
        taken_back: None,
        invoice: None,
        code: None,
        question_loss: r.question_loss,
        population_loss_micro_epsilon: r.population_loss_micro_epsilon.get(),
        population_loss_nano_rho: r.population_loss_nano_rho.get(),
        issued_at: r.issued_at.to_string(),
    })
}

/// Returns somebody else's listing, without what this home holds of it.
pub fn others_listing_view(
    context: &Context,
    id: DocumentId,
    signer: Kid,
    listing: &Listing,
    status: ListingStatus,
) -> Result<ListingView> {
    Ok(ListingView {
        contact: context.read().contact_name(&signer)?,
        alarm: open_alarm(&context.read(), &signer)?,
        ..listing_view(id, signer, listing, status)
    })
}

/// Returns the first open alarm about an owner.
fn open_alarm(reading: &Reading<'_>, owner: &Kid) -> Result<Option<AlarmNumber>> {
    let open = reading.open_alarms(owner)?;
    Ok(open.first().map(|alarm| AlarmNumber::new(alarm.number)))
}

/// Returns one of this home's own listings.
pub fn own_listing_view(context: &Context, own: &OwnListing) -> Result<ListingView> {
    let mut view = listing_view(
        own.listing.id(),
        own.listing.signer(),
        own.listing.payload(),
        own.status,
    );
    view.mine = true;
    if own.status == ListingStatus::Open {
        view.available = context.own_level(&own.listing.id())?;
    }
    view.loss_micro_epsilon = Some(context.read().question_loss(&own.question)?.get());
    let population = context.read().population(&own.population)?;
    view.population = Some(population.name);
    view.dataset.clone_from(&own.dataset);
    view.sealed_at = context
        .read()
        .question(&own.question)?
        .and_then(|known| known.sealed_at)
        .map(|at| at.to_string());
    view.sealed = view.sealed_at.is_some();
    view.linked = context
        .read()
        .has_secret(SecretName::Statement(own.question))?;
    view.erasure_pending = view.sealed && context.read().is_erasure_pending()?;
    if own.status == ListingStatus::Withdrawn {
        view.withdrawal = own_withdrawal(&context.read(), &own.listing.id())?;
    }
    Ok(view)
}

/// Returns an offer on the market, with what this home holds of it.
pub fn offer_view(context: &Context, offer: &Offer) -> Result<ListingView> {
    if let Some(own) = context.read().own_listing(&offer.listing.id())? {
        return own_listing_view(context, &own);
    }
    let listing = &offer.listing;
    let mut view = others_listing_view(
        context,
        listing.id(),
        listing.signer(),
        listing.payload(),
        offer.status,
    )?;
    view.held = context.read().held(&offer.question())?.level;
    view.available = offer.available;
    Ok(view)
}

/// Returns the end of a listing of this home, if it has come.
pub fn own_withdrawal(reading: &Reading<'_>, id: &DocumentId) -> Result<Option<WithdrawalView>> {
    let Some(signed) = reading.withdrawal_of(id)? else {
        return Ok(None);
    };
    Ok(Some(WithdrawalView {
        reason: signed.payload().reason.clone(),
        issued_at: signed.payload().issued_at.to_string(),
    }))
}

/// Returns the listing of this home with that id.
///
/// # Errors
/// `no-such-listing`, `ambiguous`; I/O errors of the home.
pub fn own_listing(reading: &Reading<'_>, id: &ListingId) -> Result<OwnListing> {
    id.find(Identified::OwnListing, reading.own_listings()?, |l| {
        l.listing.id().to_string()
    })
    .map_err(|e| e.hint(Act::ListListings.to(OrderMessage::SeeListings)))
}
