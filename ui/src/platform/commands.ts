// The tests of poundwise-desktop write this from the commands in src-tauri/src/commands. Do not
// edit it.

import type { Call } from './contract';
import { invoke, told } from './host';
import type { Adjacency } from './types/Adjacency';
import type { AlarmNumber } from './types/AlarmNumber';
import type { AlarmView } from './types/AlarmView';
import type { Asked } from './types/Asked';
import type { AskedFile } from './types/AskedFile';
import type { AuditView } from './types/AuditView';
import type { AvailabilityView } from './types/AvailabilityView';
import type { BankRemoval } from './types/BankRemoval';
import type { BankView } from './types/BankView';
import type { BatchForm } from './types/BatchForm';
import type { BatchPreview } from './types/BatchPreview';
import type { BatchReadings } from './types/BatchReadings';
import type { BlockedKey } from './types/BlockedKey';
import type { Blocking } from './types/Blocking';
import type { BookingNumber } from './types/BookingNumber';
import type { BookingView } from './types/BookingView';
import type { BookingsApproved } from './types/BookingsApproved';
import type { BooksView } from './types/BooksView';
import type { BudgetPlan } from './types/BudgetPlan';
import type { BudgetTrial } from './types/BudgetTrial';
import type { CapGuess } from './types/CapGuess';
import type { CapPreview } from './types/CapPreview';
import type { CaughtUp } from './types/CaughtUp';
import type { Choices } from './types/Choices';
import type { CodebookView } from './types/CodebookView';
import type { Collected } from './types/Collected';
import type { ContactView } from './types/ContactView';
import type { ContributingRows } from './types/ContributingRows';
import type { CopyView } from './types/CopyView';
import type { CorrelationsView } from './types/CorrelationsView';
import type { CsvColumns } from './types/CsvColumns';
import type { CsvForm } from './types/CsvForm';
import type { CsvPreview } from './types/CsvPreview';
import type { DatabaseSource } from './types/DatabaseSource';
import type { DatabaseView } from './types/DatabaseView';
import type { DatasetView } from './types/DatasetView';
import type { Decimal } from './types/Decimal';
import type { Delivered } from './types/Delivered';
import type { DraftPreview } from './types/DraftPreview';
import type { EngineView } from './types/EngineView';
import type { ExportFormat } from './types/ExportFormat';
import type { Exported } from './types/Exported';
import type { FigureChoice } from './types/FigureChoice';
import type { FiguresExported } from './types/FiguresExported';
import type { FileFilter } from './types/FileFilter';
import type { FitRequest } from './types/FitRequest';
import type { FitView } from './types/FitView';
import type { FormReadings } from './types/FormReadings';
import type { Granted } from './types/Granted';
import type { GroupsView } from './types/GroupsView';
import type { HoldingView } from './types/HoldingView';
import type { ImportOptions } from './types/ImportOptions';
import type { InboxItem } from './types/InboxItem';
import type { InvoiceFormat } from './types/InvoiceFormat';
import type { InvoiceNumbers } from './types/InvoiceNumbers';
import type { InvoiceTerms } from './types/InvoiceTerms';
import type { InvoiceView } from './types/InvoiceView';
import type { Invoicing } from './types/Invoicing';
import type { Language } from './types/Language';
import type { LeftOut } from './types/LeftOut';
import type { LinkPreview } from './types/LinkPreview';
import type { ListingCurves } from './types/ListingCurves';
import type { ListingForm } from './types/ListingForm';
import type { ListingStatement } from './types/ListingStatement';
import type { ListingView } from './types/ListingView';
import type { ListingsMade } from './types/ListingsMade';
import type { LogStanding } from './types/LogStanding';
import type { LossesWritten } from './types/LossesWritten';
import type { MailSaved } from './types/MailSaved';
import type { MarketChange } from './types/MarketChange';
import type { MarketFileView } from './types/MarketFileView';
import type { MarketQuery } from './types/MarketQuery';
import type { MarketTestView } from './types/MarketTestView';
import type { MarketView } from './types/MarketView';
import type { MergePreview } from './types/MergePreview';
import type { MicroEpsilon } from './types/MicroEpsilon';
import type { NewHome } from './types/NewHome';
import type { OpenedHome } from './types/OpenedHome';
import type { OrderView } from './types/OrderView';
import type { PaymentNumber } from './types/PaymentNumber';
import type { PopulationDraft } from './types/PopulationDraft';
import type { PopulationView } from './types/PopulationView';
import type { PromiseDraft } from './types/PromiseDraft';
import type { PromiseView } from './types/PromiseView';
import type { ProposedForm } from './types/ProposedForm';
import type { Quantity } from './types/Quantity';
import type { Quote } from './types/Quote';
import type { RangesView } from './types/RangesView';
import type { ReceiptView } from './types/ReceiptView';
import type { ReceivedMail } from './types/ReceivedMail';
import type { ReleaseExported } from './types/ReleaseExported';
import type { RepricePreview } from './types/RepricePreview';
import type { RuleDraft } from './types/RuleDraft';
import type { RuleNumber } from './types/RuleNumber';
import type { RuleView } from './types/RuleView';
import type { RuleWorst } from './types/RuleWorst';
import type { SampleShown } from './types/SampleShown';
import type { Schema } from './types/Schema';
import type { SealPreview } from './types/SealPreview';
import type { Seat } from './types/Seat';
import type { SeenValues } from './types/SeenValues';
import type { SendingView } from './types/SendingView';
import type { SessionView } from './types/SessionView';
import type { SettingsView } from './types/SettingsView';
import type { Settlement } from './types/Settlement';
import type { StatementImported } from './types/StatementImported';
import type { StatementLook } from './types/StatementLook';
import type { StatementPreview } from './types/StatementPreview';
import type { TableForm } from './types/TableForm';
import type { TableSource } from './types/TableSource';
import type { TariffDraft } from './types/TariffDraft';
import type { Trusted } from './types/Trusted';

/** What the page may ask of its host. Each may reject with an `ErrorView`. */
export const commands = {
  auditFiles: (files: Array<Asked>, call: Call): Promise<AuditView> =>
    invoke('audit_files', { files, ...told(call) }),
  /**
   * Audits files, and replays what is in them of the listing that `opening`, granted to this home,
   * opens.
   */
  replay: (opening: Asked, files: Array<Asked>, call: Call): Promise<AuditView> =>
    invoke('replay', { opening, files, ...told(call) }),
  /** Returns the owners that contradicted themselves, newest first. */
  alarms: (): Promise<Array<AlarmView>> =>
    invoke('alarms'),
  /** Goes on from one of the alarm's two checkpoints, for a reason; the evidence stays. */
  dismissAlarm: (number: AlarmNumber, trusted: Trusted, reason: string): Promise<AlarmView> =>
    invoke('dismiss_alarm', { number, trusted, reason }),
  /** Saves the last audit's report, as HTML in `language` or as JSON by the file's ending. */
  saveReport: (file: AskedFile, language: Language): Promise<Exported> =>
    invoke('save_report', { file, language }),
  /**
   * Returns a row of the form for each column of a dataset, as a codebook or the declared type says;
   * no row of the table is looked at. Decimals have a point.
   */
  proposeListings: (dataset: string, codebook: string | null): Promise<ProposedForm> =>
    invoke('propose_listings', { dataset, codebook }),
  /** Reads the form of several listings, field by field. */
  readListings: (form: BatchForm): Promise<BatchReadings> =>
    invoke('read_listings', { form }),
  /**
   * Returns previews of several listings, and the budget of their population with all of them; an
   * error in a row stands beside it.
   */
  previewListings: (form: BatchForm): Promise<BatchPreview> =>
    invoke('preview_listings', { form }),
  /** Signs and publishes several listings together, or none. */
  createListings: (form: BatchForm, call: Call): Promise<ListingsMade> =>
    invoke('create_listings', { form, ...told(call) }),
  codebooks: (): Promise<Array<CodebookView>> =>
    invoke('codebooks'),
  /** Keeps the ticked rows of the form as a codebook; `replace`: in place of one of that name. */
  keepCodebook: (name: string, form: BatchForm, replace: boolean): Promise<CodebookView> =>
    invoke('keep_codebook', { name, form, replace }),
  /** Keeps the codebook that a CSV file has. */
  importCodebook: (name: string, file: Asked, replace: boolean): Promise<CodebookView> =>
    invoke('import_codebook', { name, file, replace }),
  /** Writes a codebook as a CSV file. */
  exportCodebook: (name: string, file: AskedFile): Promise<Exported> =>
    invoke('export_codebook', { name, file }),
  removeCodebook: (name: string): Promise<CodebookView> =>
    invoke('remove_codebook', { name }),
  market: (query: MarketQuery): Promise<MarketView> =>
    invoke('market', { query }),
  /** Returns the objects that the last looks at the market and at the orders left out. */
  leftOut: (): Promise<LeftOut> =>
    invoke('left_out'),
  /** Quotes a listing up to a level; `to` is a decimal ε. */
  quote: (listing: string, to: string): Promise<Quote> =>
    invoke('quote', { listing, to }),
  /**
   * Returns the least level whose half-width, a decimal, of the quantity named is as small, or why
   * there is none. `of` names the quantity where a response has several.
   */
  quoteForAccuracy: (listing: string, halfWidth: string, of: Quantity | null): Promise<Quote> =>
    invoke('quote_for_accuracy', { listing, halfWidth, of }),
  /**
   * Orders a level of a listing; `to` is a decimal ε. `anyway`: also if the owner states that it
   * cannot deliver the level now.
   */
  order: (listing: string, to: string, anyway: boolean): Promise<OrderView> =>
    invoke('order', { listing, to, anyway }),
  orders: (): Promise<Array<OrderView>> =>
    invoke('orders'),
  /** Returns the modules of a text's QR code by row, `1` for dark; none of a text that is too long. */
  qrCode: (text: string): Promise<Array<string> | null> =>
    invoke('qr_code', { text }),
  /** Tells the seller that an order is no longer wanted; a receipt wins over it. */
  cancelOrder: (order: string): Promise<OrderView> =>
    invoke('cancel_order', { order }),
  collect: (call: Call): Promise<Collected> =>
    invoke('collect', { ...told(call) }),
  holdings: (): Promise<Array<HoldingView>> =>
    invoke('holdings'),
  /** Returns the holding of one listing: by its id, or by the name of its question. */
  holding: (of: string): Promise<HoldingView> =>
    invoke('holding', { of }),
  /**
   * Returns a range of a histogram that is held, from its lower edge to its upper one. Without a
   * range it returns the quartiles and the cumulative curve. Of a cross-tabulation it does so for
   * these cells, or for the first ones.
   */
  holdingRanges: (of: string, range: [Decimal, Decimal] | null, cells: string | null): Promise<RangesView> =>
    invoke('holding_ranges', { of, range, cells }),
  /**
   * Returns the groups of moments that are held, at a level held or at the highest; `merged` has the
   * labels of groups that are taken together.
   */
  holdingGroups: (of: string, level: MicroEpsilon | null, merged: Array<Array<string>>): Promise<GroupsView> =>
    invoke('holding_groups', { of, level, merged }),
  /** Returns the correlations of moments that are held, over all groups. */
  holdingCorrelations: (of: string, level: MicroEpsilon | null): Promise<CorrelationsView> =>
    invoke('holding_correlations', { of, level }),
  /** Returns a regression from moments that are held, at a level held or at the highest. */
  holdingFit: (of: string, level: MicroEpsilon | null, request: FitRequest): Promise<FitView> =>
    invoke('holding_fit', { of, level, request }),
  exportRelease: (listing: string, format: ExportFormat, file: AskedFile, lattice: AskedFile | null, csv: CsvForm, call: Call): Promise<ReleaseExported> =>
    invoke('export_release', { listing, format, file, lattice, csv, ...told(call) }),
  /** Writes a table of figures, and the moments as integers if there is a file for them. */
  exportFigures: (of: string, level: MicroEpsilon | null, figures: FigureChoice, format: ExportFormat, file: AskedFile, matrix: AskedFile | null, csv: CsvForm, call: Call): Promise<FiguresExported> =>
    invoke('export_figures', { of, level, figures, format, file, matrix, csv, ...told(call) }),
  exportBundle: (receipt: string, file: AskedFile, call: Call): Promise<Exported> =>
    invoke('export_bundle', { receipt, file, ...told(call) }),
  /**
   * Writes a more private copy, at a decimal ε below the one held: once for each level, and asking
   * again writes the same bytes.
   */
  tighten: (listing: string, to: string, file: AskedFile, call: Call): Promise<CopyView> =>
    invoke('tighten', { listing, to, file, ...told(call) }),
  /** Asks for files to read. */
  chooseFiles: (title: string, filters: Array<FileFilter>): Promise<Array<string>> =>
    invoke('choose_files', { title, filters }),
  /** Asks for the folder of a home or a market. */
  chooseFolder: (title: string): Promise<string | null> =>
    invoke('choose_folder', { title }),
  /**
   * Asks for a file to write, and for confirmation if it exists. Rejects a file in a market, in the
   * folder of the marks, or in a home outside its `exports` folder.
   */
  chooseSaveFile: (title: string, suggested: string, filters: Array<FileFilter>): Promise<string | null> =>
    invoke('choose_save_file', { title, suggested, filters }),
  session: (): Promise<SessionView> =>
    invoke('session'),
  homeExists: (dir: Asked): Promise<boolean> =>
    invoke('home_exists', { dir }),
  /**
   * Creates a home on a market that is given by its address or folder, or by an `invitation`: the
   * `.market` file of one on a server.
   */
  createHome: (dir: Asked, name: string, passphrase: string, market: string | null, invitation: Asked | null, toSell: boolean): Promise<NewHome> =>
    invoke('create_home', { dir, name, passphrase, market, invitation, toSell }),
  /** Writes a recovery key into a file of its owner's choice. */
  saveRecoveryKey: (key: string, file: AskedFile): Promise<Exported> =>
    invoke('save_recovery_key', { key, file }),
  openHome: (dir: Asked, passphrase: string, market: string | null): Promise<OpenedHome> =>
    invoke('open_home', { dir, passphrase, market }),
  /**
   * Makes a throwaway market with a dataset, listings, two buyers and some sales, and opens it as
   * its owner.
   */
  openSample: (): Promise<SampleShown> =>
    invoke('open_sample'),
  /**
   * Returns the sample market as `seat` sees it, in place of the home of it that is open. No other
   * home is opened or closed by it.
   */
  seeSampleAs: (seat: Seat): Promise<SampleShown> =>
    invoke('see_sample_as', { seat }),
  closeHome: (): Promise<null> =>
    invoke('close_home'),
  /** Returns a full path among the home's exports, to begin with where a file is to be named. */
  suggestFile: (name: string): Promise<string> =>
    invoke('suggest_file', { name }),
  /** Stops long work soon. Whether there is any of that id. */
  stopWork: (id: string): Promise<boolean> =>
    invoke('stop_work', { id }),
  /** Takes a home off the list of those opened lately; the home itself is left alone. */
  forgetHome: (dir: string): Promise<null> =>
    invoke('forget_home', { dir }),
  /**
   * Returns whether the home is open in another window of this app, which can be asked to come
   * forward.
   */
  homeHasWindow: (dir: Asked): Promise<boolean> =>
    invoke('home_has_window', { dir }),
  /** Asks the window that has the home open to come forward. */
  bringForward: (dir: Asked): Promise<null> =>
    invoke('bring_forward', { dir }),
  /**
   * Records that the owner confirmed the machine's clock, although documents contradict it. Actions
   * that were rejected because of the clock can then be repeated.
   */
  confirmClock: (): Promise<null> =>
    invoke('confirm_clock'),
  /** Changes the passphrase; `old` may be the recovery key. */
  changePassphrase: (old: string, next: string): Promise<null> =>
    invoke('change_passphrase', { old, next }),
  /** Replaces the recovery key: the one before stops working. */
  newRecoveryKey: (passphrase: string): Promise<NewHome> =>
    invoke('new_recovery_key', { passphrase }),
  /** Notes that the owner has kept the recovery key. */
  keepRecoveryKey: (): Promise<null> =>
    invoke('keep_recovery_key'),
  /**
   * Returns the standing of the home with respect to its own ledger outside of it: whether it may
   * sell.
   */
  logStanding: (): Promise<LogStanding> =>
    invoke('log_standing'),
  /** Returns whether the market can be reached, and how much waits for it. */
  sending: (): Promise<SendingView> =>
    invoke('sending'),
  /**
   * Confirms that a home without a valid mark is its newest copy. `code` is the code of the owner's
   * last receipt or change. Without a code the owner accepts that newer entries may be hidden.
   */
  confirmHome: (code: string | null): Promise<CaughtUp> =>
    invoke('confirm_home', { code }),
  /** Recovers what an old copy of a home lacks of its own ledger. */
  catchUp: (): Promise<CaughtUp> =>
    invoke('catch_up'),
  /** Gives the home up, for good: writes its losses for another one to carry, and sells no more. */
  writeLosses: (file: AskedFile): Promise<LossesWritten> =>
    invoke('write_losses', { file }),
  /**
   * Sets another market for the home, from now on. `anyway`: even if something waits for the one
   * before.
   */
  setMarket: (url: string, anyway: boolean): Promise<MarketChange> =>
    invoke('set_market', { url, anyway }),
  /** Returns the details shared by all invoices, if they are set. */
  invoicing: (): Promise<Invoicing | null> =>
    invoke('invoicing'),
  /** Says what all invoices from now on have in common. */
  setInvoicing: (invoicing: Invoicing): Promise<Invoicing> =>
    invoke('set_invoicing', { invoicing }),
  /** Returns the state of the numbers of invoices. */
  invoiceNumbers: (): Promise<InvoiceNumbers> =>
    invoke('invoice_numbers'),
  /** Sets the number of the next invoice. */
  setNextInvoice: (number: number): Promise<InvoiceNumbers> =>
    invoke('set_next_invoice', { number }),
  /** Returns the invoices and credit notes, or those of a receipt, the newest first. */
  invoices: (receipt: string | null): Promise<Array<InvoiceView>> =>
    invoke('invoices', { receipt }),
  /** Returns the invoice of receipts as it would be issued now. */
  previewInvoice: (receipts: Array<string>, terms: InvoiceTerms): Promise<InvoiceView> =>
    invoke('preview_invoice', { receipts, terms }),
  /** Issues the invoice of receipts: it never changes after that. */
  issueInvoice: (receipts: Array<string>, terms: InvoiceTerms): Promise<InvoiceView> =>
    invoke('issue_invoice', { receipts, terms }),
  /** Issues the credit note that takes an invoice back. */
  creditInvoice: (number: string, reason: string): Promise<InvoiceView> =>
    invoke('credit_invoice', { number, reason }),
  /** Writes an invoice or a credit note into a file. */
  exportInvoice: (number: string, format: InvoiceFormat, file: AskedFile): Promise<Exported> =>
    invoke('export_invoice', { number, format, file }),
  /** Returns the database engines with their installed drivers. */
  engines: (): Promise<Array<EngineView>> =>
    invoke('engines'),
  /** Connects to a database, and returns the tables that can be read. */
  exploreDatabase: (source: DatabaseSource, call: Call): Promise<DatabaseView> =>
    invoke('explore_database', { source, ...told(call) }),
  /** Returns the columns of a table in a database. No row is read. */
  previewLink: (source: DatabaseSource, table: string, call: Call): Promise<LinkPreview> =>
    invoke('preview_link', { source, table, ...told(call) }),
  linkDataset: (source: TableSource, options: ImportOptions, call: Call): Promise<DatasetView> =>
    invoke('link_dataset', { source, options, ...told(call) }),
  /** States another address of a linked table. */
  relinkDataset: (name: string, source: DatabaseSource, call: Call): Promise<DatasetView> =>
    invoke('relink_dataset', { name, source, ...told(call) }),
  /** Returns the SQL statement that computed the numbers of a listing of a linked table. */
  listingStatement: (id: string): Promise<ListingStatement> =>
    invoke('listing_statement', { id }),
  /**
   * Saves a listing, an order or the answer to an order as a file to send. `of` is the id of the
   * listing or the order.
   */
  saveMail: (what: MailSaved, of: string, file: AskedFile, call: Call): Promise<Exported> =>
    invoke('save_mail', { what, of, file, ...told(call) }),
  /** Receives files from others: either all of them or none. */
  receive: (files: Array<Asked>, call: Call): Promise<Array<ReceivedMail>> =>
    invoke('receive', { files, ...told(call) }),
  /** Reads a `.market` file. Nothing is sent to its market. */
  readMarketFile: (file: Asked): Promise<MarketFileView> =>
    invoke('read_market_file', { file }),
  /** Tests what works on the market of a `.market` file, without a home. */
  testMarketFile: (file: Asked, call: Call): Promise<MarketTestView> =>
    invoke('test_market_file', { file, ...told(call) }),
  /** Tests what works on the home's market. */
  testOwnMarket: (call: Call): Promise<MarketTestView> =>
    invoke('test_own_market', { ...told(call) }),
  /**
   * Joins the market of a `.market` file, on which the home trades from now on. `anyway`: even if
   * something waits for the market before.
   */
  joinMarket: (file: Asked, anyway: boolean): Promise<MarketChange> =>
    invoke('join_market', { file, anyway }),
  /**
   * Writes an invitation to the home's market, with the home's own key or with that of the new
   * member.
   */
  invite: (name: string, keyId: string, secret: string, file: AskedFile): Promise<Exported> =>
    invoke('invite', { name, keyId, secret, file }),
  /**
   * Returns the kind of a bank statement, the banks that have its columns, and the columns that the
   * line of a header names, or one that is proposed: nothing of it is stored.
   */
  lookAtStatement: (file: Asked, header: number | null): Promise<StatementLook> =>
    invoke('look_at_statement', { file, header }),
  /** Returns the first rows of a bank's CSV, as columns read it that are not chosen for good yet. */
  previewStatement: (file: Asked, columns: CsvColumns): Promise<StatementPreview> =>
    invoke('preview_statement', { file, columns }),
  /** Stores what a statement says of orders of this home; nothing is approved. */
  importStatement: (file: Asked, bank: string | null): Promise<StatementImported> =>
    invoke('import_statement', { file, bank }),
  /** Returns the money that came for orders, newest first. */
  bookings: (): Promise<Array<BookingView>> =>
    invoke('bookings'),
  /** Approves the orders that these bookings pay, and records the payments of those on credit. */
  approveBookings: (numbers: Array<BookingNumber>, call: Call): Promise<BookingsApproved> =>
    invoke('approve_bookings', { numbers, ...told(call) }),
  /** Approves an order for what a booking paid, and that was not delivered. */
  deliverForBooking: (number: BookingNumber, order: string, call: Call): Promise<ReceiptView> =>
    invoke('deliver_for_booking', { number, order, ...told(call) }),
  /** Records that what a booking did not pay was paid back. */
  refundBooking: (number: BookingNumber): Promise<BookingView> =>
    invoke('refund_booking', { number }),
  /** Records that a booking is no payment of an order. */
  setBookingAside: (number: BookingNumber): Promise<BookingView> =>
    invoke('set_booking_aside', { number }),
  /** Counts a booking again that was set aside. */
  restoreBooking: (number: BookingNumber): Promise<BookingView> =>
    invoke('restore_booking', { number }),
  /** Returns the banks whose columns were chosen, by name. */
  banks: (): Promise<Array<BankView>> =>
    invoke('banks'),
  /** Chooses the columns of a bank's CSV, in place of those chosen before. */
  setBank: (name: string, columns: CsvColumns): Promise<BankView> =>
    invoke('set_bank', { name, columns }),
  /** Returns what would go with a bank, and changes nothing. */
  previewBankRemoval: (name: string): Promise<BankRemoval> =>
    invoke('preview_bank_removal', { name }),
  /**
   * Removes a bank; what was imported stays, unless the bookings that settled nothing are to be
   * discarded with it.
   */
  removeBank: (name: string, discard: boolean): Promise<BankRemoval> =>
    invoke('remove_bank', { name, discard }),
  /** Writes a text file, whole or not at all. */
  saveText: (file: AskedFile, contents: string): Promise<Exported> =>
    invoke('save_text', { file, contents }),
  /**
   * Returns the same for a table, as CSV: a cell that a spreadsheet would take for a formula stays a
   * text.
   */
  saveTable: (file: AskedFile, rows: Array<Array<string>>): Promise<Exported> =>
    invoke('save_table', { file, rows }),
  /** Shows the folder of a file that was written, in the system's file manager. */
  openFolder: (file: Asked): Promise<null> =>
    invoke('open_folder', { file }),
  /** Returns the content of a file, and types that are proposed for its columns. */
  previewCsv: (file: Asked, form: TableForm, call: Call): Promise<CsvPreview> =>
    invoke('preview_csv', { file, form, ...told(call) }),
  /** Returns the values that a column of a file has: told only where a person asks for them. */
  seenValues: (file: Asked, form: TableForm, column: string, call: Call): Promise<SeenValues> =>
    invoke('seen_values', { file, form, column, ...told(call) }),
  /**
   * Returns the number of rows of a file that a question would use, if a column named the privacy
   * unit: before an import is settled.
   */
  contributingRows: (file: Asked, form: TableForm, schema: Schema, column: string, rowsPerUnit: string): Promise<ContributingRows> =>
    invoke('contributing_rows', { file, form, schema, column, rowsPerUnit }),
  importDataset: (file: Asked, options: ImportOptions, call: Call): Promise<DatasetView> =>
    invoke('import_dataset', { file, options, ...told(call) }),
  datasets: (): Promise<Array<DatasetView>> =>
    invoke('datasets'),
  /** Returns one dataset: the one that is held, else the newest of that name. */
  dataset: (name: string): Promise<DatasetView> =>
    invoke('dataset', { name }),
  /** Erases its table for good; its losses stay. */
  removeDataset: (name: string): Promise<null> =>
    invoke('remove_dataset', { name }),
  /**
   * Returns the parts that sealing would keep and erase, and the loss to an attacker who copies the
   * home then.
   */
  previewSeal: (dataset: string): Promise<SealPreview> =>
    invoke('preview_seal', { dataset }),
  /**
   * Erases its data and top seeds for good; its open listings sell on. `acceptOverCap`: also if
   * an attacker who copies the home would have more than the cap.
   */
  sealDataset: (dataset: string, acceptOverCap: boolean, call: Call): Promise<DatasetView> =>
    invoke('seal_dataset', { dataset, acceptOverCap, ...told(call) }),
  populations: (): Promise<Array<PopulationView>> =>
    invoke('populations'),
  population: (name: string): Promise<PopulationView> =>
    invoke('population', { name }),
  createPopulation: (draft: PopulationDraft): Promise<PopulationView> =>
    invoke('create_population', { draft }),
  /**
   * Returns the caps that a new population of this adjacency is offered, each with the guess about
   * one unit.
   */
  offeredCaps: (adjacency: Adjacency): Promise<Array<CapGuess>> =>
    invoke('offered_caps', { adjacency }),
  /** Returns the guess about one unit of a population of this adjacency at a cap as typed. */
  capGuess: (cap: string, rho: string, adjacency: Adjacency): Promise<CapGuess> =>
    invoke('cap_guess', { cap, rho, adjacency }),
  /**
   * Returns the budget of a population, with trials of its listings; an error in a trial stands
   * beside its listing.
   */
  planBudget: (population: string, trials: Array<BudgetTrial>): Promise<BudgetPlan> =>
    invoke('plan_budget', { population, trials }),
  /** Returns the promise of a population, with the losses and wishes as typed. Signs nothing. */
  promise: (name: string, asked: PromiseDraft): Promise<PromiseView> =>
    invoke('promise', { name, asked }),
  /** Returns the effects of another cap, before it is signed. */
  previewCap: (name: string, cap: string, rho: string): Promise<CapPreview> =>
    invoke('preview_cap', { name, cap, rho }),
  /** Signs another cap into the ledger; raising it takes a reason. */
  setCap: (name: string, cap: string, rho: string, reason: string): Promise<PopulationView> =>
    invoke('set_cap', { name, cap, rho, reason }),
  /** Returns what merging two populations would do, before it is done. */
  previewMerge: (from: string, into: string): Promise<MergePreview> =>
    invoke('preview_merge', { from, into }),
  /** Merges two populations for good: the datasets and the loss of `from` go over to `into`. */
  mergePopulations: (from: string, into: string): Promise<PopulationView> =>
    invoke('merge_populations', { from, into }),
  /** Reads the form of a listing, field by field. */
  readListing: (form: ListingForm): Promise<FormReadings> =>
    invoke('read_listing', { form }),
  /** Previews a listing; one that is to replace another may ask the same as that. */
  previewListing: (form: ListingForm, replaces: string | null): Promise<DraftPreview> =>
    invoke('preview_listing', { form, replaces }),
  /** Returns the values that a codebook lists, without their meanings. */
  readCodebook: (text: string): Promise<Array<string>> =>
    invoke('read_codebook', { text }),
  /** Returns the edges of bands of one width. */
  cutBands: (low: string, high: string, width: string): Promise<Array<string>> =>
    invoke('cut_bands', { low, high, width }),
  /** Returns the periods of one unit from one to another. */
  cutPeriods: (first: string, last: string): Promise<Array<string>> =>
    invoke('cut_periods', { first, last }),
  createListing: (form: ListingForm, call: Call): Promise<ListingView> =>
    invoke('create_listing', { form, ...told(call) }),
  /** Returns the form of a listing like one of this home's, decimals with a point. */
  duplicateListing: (id: string): Promise<ListingForm> =>
    invoke('duplicate_listing', { id }),
  /** Lists what a form says in place of an open listing, which is withdrawn in the same step. */
  replaceListing: (listing: string, form: ListingForm, reason: string, call: Call): Promise<ListingView> =>
    invoke('replace_listing', { listing, form, reason, ...told(call) }),
  myListings: (): Promise<Array<ListingView>> =>
    invoke('my_listings'),
  /**
   * Returns one listing: by its id, this home's own or one on the market; by the name of its
   * question, the one that is for sale.
   */
  listing: (id: string): Promise<ListingView> =>
    invoke('listing', { id }),
  /** Returns whether this home states the available levels to buyers. */
  availability: (): Promise<AvailabilityView> =>
    invoke('availability'),
  /** Turns the statement of the available levels on or off. */
  stateAvailability: (on: boolean): Promise<AvailabilityView> =>
    invoke('state_availability', { on }),
  withdrawListing: (id: string, reason: string): Promise<ListingView> =>
    invoke('withdraw_listing', { id, reason }),
  /**
   * Returns the preview of a listing with a tariff as typed: price and accuracy at its levels, now
   * and then.
   */
  previewReprice: (id: string, price: TariffDraft): Promise<RepricePreview> =>
    invoke('preview_reprice', { id, price }),
  repriceListing: (id: string, price: TariffDraft): Promise<ListingView> =>
    invoke('reprice_listing', { id, price }),
  /** Erases own numbers and their top seed for good; the listing sells on. */
  sealOwnNumbers: (listing: string, call: Call): Promise<ListingView> =>
    invoke('seal_own_numbers', { listing, ...told(call) }),
  /** Writes an opening of a listing, or of an order's, for one auditor: it reveals the data. */
  grant: (what: string, recipient: string, file: AskedFile): Promise<Granted> =>
    invoke('grant', { what, recipient, file }),
  listingCurves: (id: string): Promise<ListingCurves> =>
    invoke('listing_curves', { id }),
  inbox: (): Promise<Array<InboxItem>> =>
    invoke('inbox'),
  answered: (): Promise<Array<OrderView>> =>
    invoke('answered'),
  approve: (order: string, settlement: Settlement, payment: string, call: Call): Promise<ReceiptView> =>
    invoke('approve', { order, settlement, payment, ...told(call) }),
  decline: (order: string, reason: string): Promise<OrderView> =>
    invoke('decline', { order, reason }),
  /** Puts an order aside without an answer; it may still be approved. */
  discardOrder: (order: string): Promise<OrderView> =>
    invoke('discard_order', { order }),
  /** Stores no more orders of a key, and discards those that wait. `kid` is the whole key. */
  blockKey: (kid: string): Promise<Blocking> =>
    invoke('block_key', { kid }),
  unblockKey: (kid: string): Promise<null> =>
    invoke('unblock_key', { kid }),
  blockedKeys: (): Promise<Array<BlockedKey>> =>
    invoke('blocked_keys'),
  /** Sends the waiting documents and repairs the market. */
  deliver: (): Promise<Delivered> =>
    invoke('deliver'),
  /**
   * Records a payment of a sale on credit. Without a day it was today, without an amount it is all
   * that is owed.
   */
  recordPayment: (receipt: string, on: string, amount: string, reference: string): Promise<ReceiptView> =>
    invoke('record_payment', { receipt, on, amount, reference }),
  /** Takes a payment back that was recorded by mistake. */
  removePayment: (number: PaymentNumber): Promise<ReceiptView> =>
    invoke('remove_payment', { number }),
  books: (): Promise<BooksView> =>
    invoke('books'),
  exportLedger: (file: AskedFile, call: Call): Promise<Exported> =>
    invoke('export_ledger', { file, ...told(call) }),
  /** Writes the receipts as a table for the accounts. */
  exportReceipts: (file: AskedFile, csv: CsvForm): Promise<Exported> =>
    invoke('export_receipts', { file, csv }),
  /** Writes the books as a journal for hledger, which adds them up again. */
  exportJournal: (file: AskedFile, call: Call): Promise<Exported> =>
    invoke('export_journal', { file, ...told(call) }),
  settings: (): Promise<SettingsView> =>
    invoke('settings'),
  changeSettings: (choices: Choices): Promise<SettingsView> =>
    invoke('change_settings', { choices }),
  contacts: (): Promise<Array<ContactView>> =>
    invoke('contacts'),
  /** Adds a contact. `kid` is its full key id. */
  addContact: (kid: string, name: string, note: string): Promise<ContactView> =>
    invoke('add_contact', { kid, name, note }),
  /** Changes the name and note of a contact. */
  editContact: (kid: string, name: string, note: string): Promise<ContactView> =>
    invoke('edit_contact', { kid, name, note }),
  removeContact: (kid: string): Promise<ContactView> =>
    invoke('remove_contact', { kid }),
  rules: (removed: boolean): Promise<Array<RuleView>> =>
    invoke('rules', { removed }),
  /** Returns the most that a rule of this draft could do. */
  ruleWorst: (draft: RuleDraft): Promise<RuleWorst> =>
    invoke('rule_worst', { draft }),
  /** Lets the rule look at the orders that wait at once. */
  addRule: (draft: RuleDraft): Promise<RuleView> =>
    invoke('add_rule', { draft }),
  pauseRule: (number: RuleNumber): Promise<RuleView> =>
    invoke('pause_rule', { number }),
  /** Lets the rule look at the orders that wait at once. */
  resumeRule: (number: RuleNumber): Promise<RuleView> =>
    invoke('resume_rule', { number }),
  removeRule: (number: RuleNumber): Promise<RuleView> =>
    invoke('remove_rule', { number }),
  /** Returns the number of deliveries on the market for this home, not yet collected. */
  deliveries: (): Promise<number> =>
    invoke('deliveries'),
  /**
   * Shows a line on the desktop, unless the person wants none, and answers when it is gone: whether
   * it was clicked on, which brings the window forward. The window writes both words, in its
   * language.
   */
  notify: (line: string, open: string): Promise<boolean> =>
    invoke('notify', { line, open }),
};
