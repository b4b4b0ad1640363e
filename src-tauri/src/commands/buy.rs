//! The buyer's workspace: market, orders, holdings.

use std::sync::Arc;

use poundwise_documents::units::{Decimal, MicroEpsilon};
use poundwise_market::{
    CsvForm, ExportFormat, FigureChoice, HalfWidthWanted, ListingId, ListingName, OrderDays,
    OrderId, RangeCells, RangesWanted, ReceiptId, Roles, WorkProgress,
    view::{
        Collected, CopyView, CorrelationsView, Exported, FiguresExported, FitRequest, FitView,
        GroupsView, HoldingView, LeftOut, MarketQuery, MarketView, OrderView, Quantity, Quote,
        RangesView, ReleaseExported,
    },
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::AskedFile,
    session::{
        Answer, Session, change, change_seeing, read, read_at_hand, read_known_market, read_market,
        work,
    },
    typed::Typed,
    work::{long_read, long_steps, long_store},
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("buy");

#[tauri::command]
pub(crate) async fn market<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    query: MarketQuery,
) -> Answer<MarketView> {
    read_known_market(&app, &session, move |home| home.buyer().market(&query)).await
}

/// Returns the objects that the last looks at the market and at the orders left out.
#[tauri::command]
pub(crate) async fn left_out(session: Shared<'_>) -> Answer<LeftOut> {
    read(&session, |home| Ok(home.left_out())).await
}

/// Quotes a listing up to a level; `to` is a decimal ε.
#[tauri::command]
pub(crate) async fn quote(
    session: Shared<'_>,
    listing: Typed<ListingId>,
    to: Typed<MicroEpsilon>,
) -> Answer<Quote> {
    let (listing, to) = (listing.read()?, to.read()?);
    read_market(&session, Some(listing.clone()), move |home| {
        home.buyer().quote(&listing, to)
    })
    .await
}

/// Returns the least level whose half-width, a decimal, of the quantity named is as small, or why
/// there is none. `of` names the quantity where a response has several.
#[tauri::command]
pub(crate) async fn quote_for_accuracy(
    session: Shared<'_>,
    listing: Typed<ListingId>,
    half_width: Typed<HalfWidthWanted>,
    of: Option<Quantity>,
) -> Answer<Quote> {
    let (listing, half_width) = (listing.read()?, half_width.read()?);
    read_market(&session, Some(listing.clone()), move |home| {
        home.buyer().quote_for_accuracy(&listing, half_width, of)
    })
    .await
}

/// Orders a level of a listing; `to` is a decimal ε. `anyway`: also if the owner states that it
/// cannot deliver the level now.
#[tauri::command]
pub(crate) async fn order<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    listing: Typed<ListingId>,
    to: Typed<MicroEpsilon>,
    anyway: bool,
) -> Answer<OrderView> {
    let (listing, to) = (listing.read()?, to.read()?);
    change_seeing(&app, &session, listing.clone(), move |home| {
        let days = OrderDays::default();
        home.buyer().order_for(&listing, to, days, anyway)
    })
    .await
}

#[tauri::command]
pub(crate) async fn orders(session: Shared<'_>) -> Answer<Vec<OrderView>> {
    if read(&session, |home| home.buyer().owes_for_orders()).await? {
        return read_at_hand(&session, |home| home.buyer().orders()).await;
    }
    read(&session, |home| home.buyer().orders()).await
}

/// Returns the modules of a text's QR code by row, `1` for dark; none of a text that is too long.
#[tauri::command]
pub(crate) async fn qr_code(text: String) -> Answer<Option<Vec<String>>> {
    work(move || Ok(poundwise_market::qr_rows(&text))).await
}

/// Tells the seller that an order is no longer wanted; a receipt wins over it.
#[tauri::command]
pub(crate) async fn cancel_order<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    order: Typed<OrderId>,
) -> Answer<OrderView> {
    let order = order.read()?;
    change(&app, &session, move |home| {
        home.buyer().cancel_order(&order)
    })
    .await
}

#[tauri::command]
pub(crate) async fn collect<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<Collected> {
    long_steps(&app, &session, Call { id, progress }, |held, work| {
        poundwise_market::collect(held, work)
    })
    .await
}

#[tauri::command]
pub(crate) async fn holdings(session: Shared<'_>) -> Answer<Vec<HoldingView>> {
    read_at_hand(&session, |home| home.buyer().holdings()).await
}

/// Returns the holding of one listing: by its id, or by the name of its question.
#[tauri::command]
pub(crate) async fn holding(session: Shared<'_>, of: Typed<ListingName>) -> Answer<HoldingView> {
    let of = of.read()?;
    read_at_hand(&session, move |home| home.buyer().holding(&of)).await
}

/// Returns a range of a histogram that is held, from its lower edge to its upper one. Without a
/// range it returns the quartiles and the cumulative curve. Of a cross-tabulation it does so for
/// these cells, or for the first ones.
#[tauri::command]
pub(crate) async fn holding_ranges(
    session: Shared<'_>,
    of: Typed<ListingName>,
    range: Option<[Decimal; 2]>,
    cells: Option<String>,
) -> Answer<RangesView> {
    let of = of.read()?;
    let wanted = match range {
        Some(range) => RangesWanted {
            ranges: vec![range],
            ..RangesWanted::default()
        },
        None => RangesWanted::quartiles_and_curve(),
    };
    let wanted = RangesWanted {
        cells: cells.map_or(RangeCells::First, RangeCells::Of),
        ..wanted
    };
    read(&session, move |home| home.buyer().ranges(&of, &wanted)).await
}

/// Returns the groups of moments that are held, at a level held or at the highest; `merged` has the
/// labels of groups that are taken together.
#[tauri::command]
pub(crate) async fn holding_groups(
    session: Shared<'_>,
    of: Typed<ListingName>,
    level: Option<MicroEpsilon>,
    merged: Vec<Vec<String>>,
) -> Answer<GroupsView> {
    let of = of.read()?;
    read(&session, move |home| {
        home.buyer().held_moments(&of, level)?.groups(&merged)
    })
    .await
}

/// Returns the correlations of moments that are held, over all groups.
#[tauri::command]
pub(crate) async fn holding_correlations(
    session: Shared<'_>,
    of: Typed<ListingName>,
    level: Option<MicroEpsilon>,
) -> Answer<CorrelationsView> {
    let of = of.read()?;
    read(&session, move |home| {
        home.buyer().held_moments(&of, level)?.correlations(&[])
    })
    .await
}

/// Returns a regression from moments that are held, at a level held or at the highest.
#[tauri::command]
pub(crate) async fn holding_fit(
    session: Shared<'_>,
    of: Typed<ListingName>,
    level: Option<MicroEpsilon>,
    request: FitRequest,
) -> Answer<FitView> {
    let of = of.read()?;
    read(&session, move |home| {
        home.buyer().held_moments(&of, level)?.fit(&request)
    })
    .await
}

#[tauri::command]
#[allow(
    clippy::too_many_arguments,
    reason = "the window names each of them in its call"
)]
pub(crate) async fn export_release(
    session: Shared<'_>,
    listing: Typed<ListingId>,
    format: ExportFormat,
    file: AskedFile,
    lattice: Option<AskedFile>,
    csv: CsvForm,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ReleaseExported> {
    let listing = listing.read()?;
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            let mut export = home.buyer().begin_release_export(&listing, format)?;
            export = export.with_csv(csv);
            if let Some(lattice) = lattice {
                export = export.with_lattice(own.grants().writing(lattice)?);
            }
            Ok((export, file))
        },
        move |(export, file), work| export.run(&file, work),
    )
    .await
}

/// Writes a table of figures, and the moments as integers if there is a file for them.
#[tauri::command]
#[allow(
    clippy::too_many_arguments,
    reason = "the window names each of them in its call"
)]
pub(crate) async fn export_figures(
    session: Shared<'_>,
    of: Typed<ListingName>,
    level: Option<MicroEpsilon>,
    figures: FigureChoice,
    format: ExportFormat,
    file: AskedFile,
    matrix: Option<AskedFile>,
    csv: CsvForm,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<FiguresExported> {
    let of = of.read()?;
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            let matrix = matrix.map(|matrix| own.grants().writing(matrix));
            let held = home.buyer().held_moments(&of, level)?;
            Ok((held, file, matrix.transpose()?))
        },
        move |(held, file, matrix), _| {
            let integers = held.matrix()?;
            let matrix = matrix.as_deref().map(|file| (file, &integers));
            held.table(&figures)?
                .write_file(&file, (format, csv), matrix)
        },
    )
    .await
}

#[tauri::command]
pub(crate) async fn export_bundle(
    session: Shared<'_>,
    receipt: Typed<ReceiptId>,
    file: AskedFile,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<Exported> {
    let receipt = receipt.read()?;
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            Ok((home.buyer().begin_bundle_export(&receipt)?, file))
        },
        move |(export, file), work| export.run(&file, work),
    )
    .await
}

/// Writes a more private copy, at a decimal ε below the one held: once for each level, and asking
/// again writes the same bytes.
#[tauri::command]
pub(crate) async fn tighten(
    session: Shared<'_>,
    listing: Typed<ListingId>,
    to: Typed<MicroEpsilon>,
    file: AskedFile,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<CopyView> {
    let (listing, to) = (listing.read()?, to.read()?);
    let own = Arc::clone(&session);
    long_store(&session, Call { id, progress }, move |home| {
        home.buyer()
            .begin_tighten(&listing, to, &own.grants().writing(file)?)
    })
    .await
}
