//! The owner's workspace: datasets, listings, inbox, books.

use std::{path::Path, sync::Arc};

use poundwise_documents::{
    kinds::{Adjacency, Settlement},
    tariff::TariffDraft,
    units::{Kid, LossPair, MicroEpsilon},
};
use poundwise_market::{
    CsvForm, DatasetName, Home, IdPrefix, ListingDraft, ListingForm, ListingId, ListingName,
    ListingOrOrder, OrderId, PaidLater, Payment, PaymentNote, PaymentNumber, PopulationName,
    PromiseRequest, Reach, ReceiptId, Recipient, Result, Roles, Schema, Work, WorkProgress,
    fetch_orders, send_waiting,
    view::{
        AvailabilityView, BlockedKey, Blocking, BooksView, BudgetPlan, BudgetTrial, CapGuess,
        CapPreview, ContributingRows, CsvPreview, DatasetView, Delivered, DraftPreview, Exported,
        FormReadings, Granted, ImportOptions, InboxItem, ListingCurves, ListingView, MergePreview,
        OrderView, PopulationDraft, PopulationView, PromiseDraft, PromiseView, ReceiptView,
        RepricePreview, SealPreview, SeenValues, TableForm,
    },
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::{Asked, AskedFile, Grants},
    session::{Answer, Session, change, changing, read, read_market, sign, work},
    typed::Typed,
    work::{aside, long, long_change, long_read},
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("sell");

/// Returns the content of a file, and types that are proposed for its columns.
#[tauri::command]
pub(crate) async fn preview_csv(
    session: Shared<'_>,
    file: Asked,
    form: TableForm,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<CsvPreview> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |work| {
        let file = own.grants().reading(file)?;
        poundwise_market::preview_csv(&file, &form, work)
    })
    .await
}

/// Returns the values that a column of a file has: told only where a person asks for them.
#[tauri::command]
pub(crate) async fn seen_values(
    session: Shared<'_>,
    file: Asked,
    form: TableForm,
    column: String,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<SeenValues> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |work| {
        let file = own.grants().reading(file)?;
        poundwise_market::seen_values(&file, &form, &column, work)
    })
    .await
}

/// Returns the number of rows of a file that a question would use, if a column named the privacy
/// unit: before an import is settled.
#[tauri::command]
pub(crate) async fn contributing_rows(
    session: Shared<'_>,
    file: Asked,
    form: TableForm,
    schema: Schema,
    column: String,
    rows_per_unit: String,
) -> Answer<ContributingRows> {
    let own = Arc::clone(&session);
    work(move || {
        let file = own.grants().reading(file)?;
        poundwise_market::contributing_rows(
            &file,
            &form,
            Some(&schema),
            &column,
            poundwise_market::rows_per_person(&rows_per_unit)?,
            &Work::silent(),
        )
    })
    .await
}

#[tauri::command]
pub(crate) async fn import_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    file: Asked,
    options: ImportOptions,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<DatasetView> {
    let own = Arc::clone(&session);
    long_change(&app, &session, Call { id, progress }, move |home| {
        check_carried(own.grants(), options.carried.as_deref())?;
        home.seller()
            .begin_import(&own.grants().reading(file)?, &options)
    })
    .await
}

#[tauri::command]
pub(crate) async fn datasets(session: Shared<'_>) -> Answer<Vec<DatasetView>> {
    read(&session, |home| home.seller().datasets()).await
}

/// Returns one dataset: the one that is held, else the newest of that name.
#[tauri::command]
pub(crate) async fn dataset(session: Shared<'_>, name: Typed<DatasetName>) -> Answer<DatasetView> {
    let name = name.read()?;
    read(&session, move |home| home.seller().dataset(&name)).await
}

/// Erases its table for good; its losses stay.
#[tauri::command]
pub(crate) async fn remove_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<DatasetName>,
) -> Answer<()> {
    let name = name.read()?;
    change(&app, &session, move |home| {
        home.seller().remove_dataset(&name)
    })
    .await
}

/// Returns the parts that sealing would keep and erase, and the loss to an attacker who copies the
/// home then.
#[tauri::command]
pub(crate) async fn preview_seal(
    session: Shared<'_>,
    dataset: Typed<DatasetName>,
) -> Answer<SealPreview> {
    let dataset = dataset.read()?;
    read(&session, move |home| home.seller().preview_seal(&dataset)).await
}

/// Erases its data and top seeds for good; its open listings sell on. `accept_over_cap`: also if
/// an attacker who copies the home would have more than the cap.
#[tauri::command]
pub(crate) async fn seal_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    dataset: Typed<DatasetName>,
    accept_over_cap: bool,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<DatasetView> {
    let dataset = dataset.read()?;
    long_change(&app, &session, Call { id, progress }, move |home| {
        home.seller().begin_seal(&dataset, accept_over_cap)
    })
    .await
}

#[tauri::command]
pub(crate) async fn populations(session: Shared<'_>) -> Answer<Vec<PopulationView>> {
    read(&session, |home| home.seller().populations()).await
}

#[tauri::command]
pub(crate) async fn population(
    session: Shared<'_>,
    name: Typed<PopulationName>,
) -> Answer<PopulationView> {
    let name = name.read()?;
    read(&session, move |home| home.seller().population(&name)).await
}

#[tauri::command]
pub(crate) async fn create_population<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    draft: PopulationDraft,
) -> Answer<PopulationView> {
    let own = Arc::clone(&session);
    sign(&app, &session, move |home| {
        check_carried(own.grants(), draft.carried.as_deref())?;
        home.seller().create_population(&draft)
    })
    .await
}

/// Returns the caps that a new population of this adjacency is offered, each with the guess about
/// one unit.
#[tauri::command]
pub(crate) async fn offered_caps(adjacency: Adjacency) -> Answer<Vec<CapGuess>> {
    work(move || Ok(poundwise_market::offered_caps(adjacency))).await
}

/// Returns the guess about one unit of a population of this adjacency at a cap as typed.
#[tauri::command]
pub(crate) async fn cap_guess(cap: String, rho: String, adjacency: Adjacency) -> Answer<CapGuess> {
    let cap = typed_cap(&cap, &rho)?;
    work(move || Ok(poundwise_market::cap_guess(cap, adjacency))).await
}

/// Returns the budget of a population, with trials of its listings; an error in a trial stands
/// beside its listing.
#[tauri::command]
pub(crate) async fn plan_budget(
    session: Shared<'_>,
    population: Typed<PopulationName>,
    trials: Vec<BudgetTrial>,
) -> Answer<BudgetPlan> {
    let population = population.read()?;
    read(&session, move |home| {
        home.seller().sketch_budget(&population, &trials)
    })
    .await
}

/// Returns the promise of a population, with the losses and wishes as typed. Signs nothing.
#[tauri::command]
pub(crate) async fn promise(
    session: Shared<'_>,
    name: Typed<PopulationName>,
    asked: PromiseDraft,
) -> Answer<PromiseView> {
    let name = name.read()?;
    let request = PromiseRequest::read(&asked).map_err(|error| error.view())?;
    read(&session, move |home| home.seller().promise(&name, &request)).await
}

/// Reads a cap as typed: ε, and ρ unless it is empty.
fn typed_cap(cap: &str, rho: &str) -> Answer<LossPair> {
    poundwise_market::cap_of_form(cap, rho).map_err(|error| error.view())
}

/// Returns the effects of another cap, before it is signed.
#[tauri::command]
pub(crate) async fn preview_cap(
    session: Shared<'_>,
    name: Typed<PopulationName>,
    cap: String,
    rho: String,
) -> Answer<CapPreview> {
    let (name, cap) = (name.read()?, typed_cap(&cap, &rho)?);
    read(&session, move |home| home.seller().preview_cap(&name, cap)).await
}

/// Signs another cap into the ledger; raising it takes a reason.
#[tauri::command]
pub(crate) async fn set_cap<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<PopulationName>,
    cap: String,
    rho: String,
    reason: String,
) -> Answer<PopulationView> {
    let (name, cap) = (name.read()?, typed_cap(&cap, &rho)?);
    sign(&app, &session, move |home| {
        home.seller().set_cap(&name, cap, &reason)
    })
    .await
}

/// Returns what merging two populations would do, before it is done.
#[tauri::command]
pub(crate) async fn preview_merge(
    session: Shared<'_>,
    from: Typed<PopulationName>,
    into: Typed<PopulationName>,
) -> Answer<MergePreview> {
    let (from, into) = (from.read()?, into.read()?);
    read(&session, move |home| {
        home.seller().preview_merge(&from, &into)
    })
    .await
}

/// Merges two populations for good: the datasets and the loss of `from` go over to `into`.
#[tauri::command]
pub(crate) async fn merge_populations<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    from: Typed<PopulationName>,
    into: Typed<PopulationName>,
) -> Answer<PopulationView> {
    let (from, into) = (from.read()?, into.read()?);
    sign(&app, &session, move |home| {
        home.seller().merge_populations(&from, &into)
    })
    .await
}

/// Reads the form of a listing, field by field.
#[tauri::command]
pub(crate) async fn read_listing(session: Shared<'_>, form: ListingForm) -> Answer<FormReadings> {
    read(&session, move |home| {
        Ok(home.seller().read_listing_form(&form)?.readings())
    })
    .await
}

/// Previews a listing; one that is to replace another may ask the same as that.
#[tauri::command]
pub(crate) async fn preview_listing(
    session: Shared<'_>,
    form: ListingForm,
    replaces: Option<Typed<ListingId>>,
) -> Answer<DraftPreview> {
    let replaces = replaces.as_ref().map(Typed::read).transpose()?;
    let own = Arc::clone(&session);
    aside(
        &session,
        move |home| {
            let seller = home.seller();
            let (draft, unread) = seller.read_listing_form(&form)?.sketch()?;
            check_file(own.grants(), &form, &draft)?;
            let begun = match &replaces {
                Some(listing) => seller.begin_correction(listing, &draft)?,
                None => seller.begin_listing(&draft)?,
            };
            Ok(begun.with_unread(unread))
        },
        |draft| draft.sketch(),
    )
    .await
}

/// Returns the values that a codebook lists, without their meanings.
#[tauri::command]
pub(crate) async fn read_codebook(text: String) -> Answer<Vec<String>> {
    work(move || poundwise_market::codebook(&text)).await
}

/// Returns the edges of bands of one width.
#[tauri::command]
pub(crate) async fn cut_bands(low: String, high: String, width: String) -> Answer<Vec<String>> {
    work(move || {
        let edges = poundwise_market::bands(&low, &high, &width)?;
        Ok(edges.iter().map(ToString::to_string).collect())
    })
    .await
}

/// Returns the periods of one unit from one to another.
#[tauri::command]
pub(crate) async fn cut_periods(first: String, last: String) -> Answer<Vec<String>> {
    work(move || {
        let periods = poundwise_market::periods(&first, &last)?;
        Ok(periods.iter().map(ToString::to_string).collect())
    })
    .await
}

#[tauri::command]
pub(crate) async fn create_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    form: ListingForm,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ListingView> {
    let own = Arc::clone(&session);
    long_change(&app, &session, Call { id, progress }, move |home| {
        let draft = definite(own.grants(), home, &form)?;
        home.seller().begin_listing(&draft)
    })
    .await
}

/// Returns the form of a listing like one of this home's, decimals with a point.
#[tauri::command]
pub(crate) async fn duplicate_listing(
    session: Shared<'_>,
    id: Typed<ListingId>,
) -> Answer<ListingForm> {
    let id = id.read()?;
    read(&session, move |home| {
        home.seller().duplicate_listing(&id).map(ListingForm::of)
    })
    .await
}

/// Lists what a form says in place of an open listing, which is withdrawn in the same step.
#[tauri::command]
pub(crate) async fn replace_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    listing: Typed<ListingId>,
    form: ListingForm,
    reason: String,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ListingView> {
    let listing = listing.read()?;
    let own = Arc::clone(&session);
    long_change(&app, &session, Call { id, progress }, move |home| {
        let draft = definite(own.grants(), home, &form)?;
        home.seller().replace_listing(&listing, &draft, &reason)
    })
    .await
}

#[tauri::command]
pub(crate) async fn my_listings(session: Shared<'_>) -> Answer<Vec<ListingView>> {
    read(&session, |home| home.seller().my_listings()).await
}

/// Returns one listing: by its id, this home's own or one on the market; by the name of its
/// question, the one that is for sale.
#[tauri::command]
pub(crate) async fn listing(session: Shared<'_>, id: Typed<ListingName>) -> Answer<ListingView> {
    let id = match id.read()? {
        ListingName::Id(id) => id,
        ListingName::Question(question) => {
            let listing = move |home: &Home| home.buyer().listing_of(&question);
            return read_market(&session, None, listing).await;
        }
    };
    let own = id.clone();
    // What is this home's own is read without the market.
    if let Some(own) = read(&session, move |home| home.seller().my_listing(&own)).await? {
        return Ok(own);
    }
    read_market(&session, None, move |home| home.buyer().listing(&id)).await
}

/// Returns whether this home states the available levels to buyers.
#[tauri::command]
pub(crate) async fn availability(session: Shared<'_>) -> Answer<AvailabilityView> {
    read(&session, |home| home.seller().availability()).await
}

/// Turns the statement of the available levels on or off.
#[tauri::command]
pub(crate) async fn state_availability<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    on: bool,
) -> Answer<AvailabilityView> {
    sign(&app, &session, move |home| {
        home.seller().state_availability(on)
    })
    .await
}

#[tauri::command]
pub(crate) async fn withdraw_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    id: Typed<ListingId>,
    reason: String,
) -> Answer<ListingView> {
    let id = id.read()?;
    change(&app, &session, move |home| {
        home.seller().withdraw(&id, &reason)
    })
    .await
}

/// Returns the preview of a listing with a tariff as typed: price and accuracy at its levels, now
/// and then.
#[tauri::command]
pub(crate) async fn preview_reprice(
    session: Shared<'_>,
    id: Typed<ListingId>,
    price: TariffDraft,
) -> Answer<RepricePreview> {
    let id = id.read()?;
    read(&session, move |home| {
        home.seller().sketch_reprice(&id, &price)
    })
    .await
}

#[tauri::command]
pub(crate) async fn reprice_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    id: Typed<ListingId>,
    price: TariffDraft,
) -> Answer<ListingView> {
    let id = id.read()?;
    sign(&app, &session, move |home| {
        home.seller().reprice(&id, &price)
    })
    .await
}

/// Erases own numbers and their top seed for good; the listing sells on.
#[tauri::command]
pub(crate) async fn seal_own_numbers<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    listing: Typed<ListingId>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ListingView> {
    let listing = listing.read()?;
    long_change(&app, &session, Call { id, progress }, move |home| {
        home.seller().begin_seal_own_numbers(&listing)
    })
    .await
}

/// Writes an opening of a listing, or of an order's, for one auditor: it reveals the data.
#[tauri::command]
pub(crate) async fn grant<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    what: Typed<IdPrefix<ListingOrOrder>>,
    recipient: Typed<Recipient>,
    file: AskedFile,
) -> Answer<Granted> {
    let (what, recipient) = (what.read()?, recipient.read()?);
    let own = Arc::clone(&session);
    changing(&app, &session, move |session| {
        let file = own.grants().writing(file)?;
        let begin = |home: &Home| home.seller().begin_grant(&what, &recipient);
        let begun = session.with_own_log(begin)?.1;
        let held = session.held()?;
        let sent = send_waiting(&held)?;
        let granted = held.ask(|home| home.seller().finish_grant(begun, sent.problem, &file))?;
        Ok((held.opening(), granted))
    })
    .await
}

#[tauri::command]
pub(crate) async fn listing_curves(
    session: Shared<'_>,
    id: Typed<ListingId>,
) -> Answer<ListingCurves> {
    let id = id.read()?;
    read_market(&session, Some(id.clone()), move |home| {
        home.seller().curves(&id)
    })
    .await
}

#[tauri::command]
pub(crate) async fn inbox(session: Shared<'_>) -> Answer<Vec<InboxItem>> {
    let session = Arc::clone(&session);
    work(move || {
        let held = session.held()?;
        // The orders at hand are shown if the market cannot be reached. The watcher asks it again.
        if session.server_away().is_none() {
            let turns = session.sender().turns();
            let fetched = fetch_orders(&held, &Work::silent());
            session
                .sender()
                .found(held.opening(), turns, fetched.as_ref().err());
            match fetched {
                Err(error) if !error.code().is_offline() => return Err(error),
                _ => {}
            }
        }
        held.ask(|home| home.seller().waiting())
    })
    .await
}

#[tauri::command]
pub(crate) async fn answered(session: Shared<'_>) -> Answer<Vec<OrderView>> {
    read(&session, |home| home.seller().answered()).await
}

#[tauri::command]
pub(crate) async fn approve<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    order: Typed<OrderId>,
    settlement: Settlement,
    payment: Typed<PaymentNote>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ReceiptView> {
    let (order, payment) = (order.read()?, payment.read()?);
    long_change(&app, &session, Call { id, progress }, move |home| {
        let reference = payment;
        home.seller().begin_approval(
            &order,
            Payment {
                settlement: Some(settlement),
                reference,
            },
        )
    })
    .await
}

#[tauri::command]
pub(crate) async fn decline<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    order: Typed<OrderId>,
    reason: String,
) -> Answer<OrderView> {
    let order = order.read()?;
    sign(&app, &session, move |home| {
        home.seller().decline(&order, &reason)
    })
    .await
}

/// Puts an order aside without an answer; it may still be approved.
#[tauri::command]
pub(crate) async fn discard_order<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    order: Typed<OrderId>,
) -> Answer<OrderView> {
    let order = order.read()?;
    change(&app, &session, move |home| home.seller().discard(&order)).await
}

/// Stores no more orders of a key, and discards those that wait. `kid` is the whole key.
#[tauri::command]
pub(crate) async fn block_key<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    kid: Typed<Kid>,
) -> Answer<Blocking> {
    let kid = kid.read()?;
    change(&app, &session, move |home| home.seller().block(kid)).await
}

#[tauri::command]
pub(crate) async fn unblock_key<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    kid: Typed<Kid>,
) -> Answer<()> {
    let kid = kid.read()?;
    change(&app, &session, move |home| home.seller().unblock(kid)).await
}

#[tauri::command]
pub(crate) async fn blocked_keys(session: Shared<'_>) -> Answer<Vec<BlockedKey>> {
    read(&session, |home| home.seller().blocked_keys()).await
}

/// Sends the waiting documents and repairs the market.
#[tauri::command]
pub(crate) async fn deliver<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
) -> Answer<Delivered> {
    changing(&app, &session, |session| {
        let held = session.held()?;
        let delivered = poundwise_market::deliver(&held)?;
        Ok((held.opening(), delivered))
    })
    .await
}

/// Records a payment of a sale on credit. Without a day it was today, without an amount it is all
/// that is owed.
#[tauri::command]
pub(crate) async fn record_payment<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    receipt: Typed<ReceiptId>,
    on: String,
    amount: String,
    reference: Typed<PaymentNote>,
) -> Answer<ReceiptView> {
    let (receipt, reference) = (receipt.read()?, reference.read()?);
    change(&app, &session, move |home| {
        let day = Some(on.trim()).filter(|on| !on.is_empty());
        let paid = PaidLater {
            on: day.map(str::parse).transpose()?,
            amount: Some(amount),
            reference,
        };
        home.seller().record_payment(&receipt, &paid)
    })
    .await
}

/// Takes a payment back that was recorded by mistake.
#[tauri::command]
pub(crate) async fn remove_payment<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: PaymentNumber,
) -> Answer<ReceiptView> {
    change(&app, &session, move |home| {
        home.seller().remove_payment(number)
    })
    .await
}

#[tauri::command]
pub(crate) async fn books(session: Shared<'_>) -> Answer<BooksView> {
    read(&session, |home| home.seller().books()).await
}

#[tauri::command]
pub(crate) async fn export_ledger(
    session: Shared<'_>,
    file: AskedFile,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<Exported> {
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            Ok((file, home.seller().begin_ledger_export()?))
        },
        move |(file, export), work| export.run(&file, work),
    )
    .await
}

/// Writes the receipts as a table for the accounts.
#[tauri::command]
pub(crate) async fn export_receipts(
    session: Shared<'_>,
    file: AskedFile,
    csv: CsvForm,
) -> Answer<Exported> {
    let own = Arc::clone(&session);
    read(&session, move |home| {
        home.seller()
            .export_receipts(&own.grants().writing(file)?, csv)
    })
    .await
}

/// Writes the books as a journal for hledger, which adds them up again.
#[tauri::command]
pub(crate) async fn export_journal(
    session: Shared<'_>,
    file: AskedFile,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<Exported> {
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            Ok((file, home.seller().begin_journal_export()?))
        },
        move |(file, export), work| export.run(&file, work),
    )
    .await
}

/// Returns the draft that a form states.
fn definite(grants: &Grants, home: &Home, form: &ListingForm) -> Result<ListingDraft> {
    let draft = home.seller().read_listing_form(form)?.draft()?;
    check_file(grants, form, &draft)?;
    Ok(draft)
}

/// Checks that the file of a draft is one that a person has named.
fn check_file(grants: &Grants, form: &ListingForm, draft: &ListingDraft) -> Result<()> {
    match draft.question.file() {
        Some(_) => grants.reading(form.file.trim().into()).map(drop),
        None => Ok(()),
    }
}

/// Checks a loss that is carried: a level, or the file that another home wrote of it.
pub(super) fn check_carried(grants: &Grants, carried: Option<&str>) -> Result<()> {
    match stated(carried) {
        Some(carried)
            if carried.parse::<MicroEpsilon>().is_err() || Path::new(carried).is_file() =>
        {
            grants.reading(carried.into()).map(drop)
        }
        _ => Ok(()),
    }
}

/// Returns the text of a field, if it is not empty.
fn stated(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
