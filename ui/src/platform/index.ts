// The one door to the host. Nothing else in the window imports Tauri, so that the window can be
// shown any other host.

import type { FileFilter } from './contract';
import { channel, chooseFiles, chooseFolder, chooseSaveFile, invoke, listen, onDrag } from './host';
import type { AlarmView } from './types/AlarmView';
import type { AuditReport } from './types/AuditReport';
import type { BlockedKey } from './types/BlockedKey';
import type { Blocking } from './types/Blocking';
import type { BooksView } from './types/BooksView';
import type { Collected } from './types/Collected';
import type { ContactView } from './types/ContactView';
import type { CaughtUp } from './types/CaughtUp';
import type { CopyView } from './types/CopyView';
import type { CsvPreview } from './types/CsvPreview';
import type { DatasetView } from './types/DatasetView';
import type { DraftPreview } from './types/DraftPreview';
import type { Exported } from './types/Exported';
import type { Granted } from './types/Granted';
import type { HoldingView } from './types/HoldingView';
import type { HomeView } from './types/HomeView';
import type { ImportOptions } from './types/ImportOptions';
import type { ErrorView } from './types/ErrorView';
import type { InboxItem } from './types/InboxItem';
import type { ListingCurves } from './types/ListingCurves';
import type { ListingDraft } from './types/ListingDraft';
import type { LeftOut } from './types/LeftOut';
import type { ListingView } from './types/ListingView';
import type { LogStanding } from './types/LogStanding';
import type { LossesWritten } from './types/LossesWritten';
import type { MarketChange } from './types/MarketChange';
import type { OrderView } from './types/OrderView';
import type { PopulationDraft } from './types/PopulationDraft';
import type { PopulationView } from './types/PopulationView';
import type { Quote } from './types/Quote';
import type { ReceiptView } from './types/ReceiptView';
import type { SealPreview } from './types/SealPreview';
import type { SeenValues } from './types/SeenValues';
import type { Settlement } from './types/Settlement';
import type { Trusted } from './types/Trusted';
import type { RuleDraft } from './types/RuleDraft';
import type { RuleUse } from './types/RuleUse';
import type { RuleView } from './types/RuleView';
import type { RuleWorst } from './types/RuleWorst';
import type { WorkProgress } from './types/WorkProgress';

export type { FileFilter } from './contract';

/** What the first screen needs. */
export type SessionView = {
  /** The unlocked home. */
  home: HomeView | null;
  suggested_dir: string;
  /** Homes opened lately, newest first. */
  recent: RecentHome[];
  market_suggestion: string;
  /** The home that the app was started with, still locked or not yet created. */
  home_at_start: string | null;
  /** The fewest characters of a passphrase. */
  shortest_passphrase: number;
  /** The files that the app was started with, the first time they are asked for. */
  files: string[];
};

/** A home that was opened; name and time (RFC 3339) are empty where they were not kept. */
export type RecentHome = { dir: string; name: string; opened: string };

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'small' | 'normal' | 'large' | 'largest';

/** What a person chooses for the app. */
export type Choices = {
  /** None: the system's. */
  language: 'en' | 'de' | null;
  theme: Theme;
  /** ISO 4217 code, offered for new listings. */
  currency: string;
  text_size: TextSize;
  notify: boolean;
};

export type SettingsView = {
  choices: Choices;
  /** Why they are those of a new installation. */
  problem: ErrorView | null;
  /** Where they are kept. */
  file: string;
  version: string;
};

/** A home just made, or with another recovery key; the key is given once. */
export type NewHome = { home: HomeView; recovery_key: string };

/** What arrived since the home was opened, each thing told once. */
export type Arrived = {
  /** The home's folder: news of one just opened may come before the answer that it is. */
  home: string;
  /** Orders that wait for an answer. */
  orders: OrderView[];
  /** What rules approved. */
  approved: RuleUse[];
  /** How many deliveries came. */
  deliveries: number;
  /** Why the rules could not look at every order. */
  stopped: ErrorView | null;
};

export type ExportFormat = 'csv' | 'json' | 'parquet';

/**
 * Given with what takes its time: how it is known, and who is told how far it is. Stopped, it
 * rejects with `stopped`.
 */
export type Call = { id: string; told: (progress: WorkProgress) => void };

/** Stops a subscription. */
export type Stop = () => void;

/** Everything that the window asks of its host. Every method may reject with an `ErrorView`. */
export interface Platform {
  session(): Promise<SessionView>;
  homeExists(dir: string): Promise<boolean>;
  createHome(
    dir: string,
    name: string,
    passphrase: string,
    market: string | null,
  ): Promise<NewHome>;
  openHome(dir: string, passphrase: string, market: string | null): Promise<HomeView>;
  closeHome(): Promise<null>;
  /** A throwaway market, opened as its owner; takes some seconds. */
  openSample(): Promise<HomeView>;
  /** A full path in the home's exports folder, to begin with. */
  suggestFile(name: string): Promise<string>;
  /** Stops what takes its time, by its call's id; whether there is any of that id. */
  stopWork(id: string): Promise<boolean>;
  saveRecoveryKey(key: string, file: string): Promise<Exported>;
  /** Takes a home off the list of those opened lately; the home stays. */
  forgetHome(dir: string): Promise<null>;
  /** Whether the home is open in another window of this app. */
  homeHasWindow(dir: string): Promise<boolean>;
  /** Asks that window to come forward. */
  bringForward(dir: string): Promise<null>;
  /** `old` may be the recovery key. */
  changePassphrase(old: string, next: string): Promise<null>;
  /** The one before stops working. */
  newRecoveryKey(passphrase: string): Promise<NewHome>;
  /** How the home stands to its own ledger outside of it: whether it may sell. */
  logStanding(): Promise<LogStanding>;
  /** Recovers what an old copy of the home lacks of its own ledger. */
  catchUp(): Promise<CaughtUp>;
  /** Gives the home up, for good: writes its losses for another one to carry, and sells no more. */
  writeLosses(file: string): Promise<LossesWritten>;
  /** `anyway`: even if something waits for the market before. */
  setMarket(url: string, anyway: boolean): Promise<MarketChange>;

  settings(): Promise<SettingsView>;
  changeSettings(choices: Choices): Promise<SettingsView>;

  /**
   * What a file holds, and types that are proposed for its columns. `columns` names those of a file
   * without a header.
   */
  previewCsv(file: string, columns: string[] | null, call: Call): Promise<CsvPreview>;
  /** The values that a column of a file has: told only where a person asks for them. */
  seenValues(
    file: string,
    columns: string[] | null,
    column: string,
    call: Call,
  ): Promise<SeenValues>;
  importDataset(file: string, options: ImportOptions, call: Call): Promise<DatasetView>;
  datasets(): Promise<DatasetView[]>;
  /** The one that is held, else the newest of that name. */
  dataset(name: string): Promise<DatasetView>;
  /** Erases its table for good; its losses stay. */
  removeDataset(name: string): Promise<null>;
  /** What sealing would keep and erase, and what a thief of the home would have then. */
  previewSeal(dataset: string): Promise<SealPreview>;
  /**
   * Erases its data and top seeds for good; its open listings sell on. `acceptOverCap`: also if a
   * thief would have more than the cap.
   */
  sealDataset(dataset: string, acceptOverCap: boolean, call: Call): Promise<DatasetView>;
  populations(): Promise<PopulationView[]>;
  population(name: string): Promise<PopulationView>;
  createPopulation(draft: PopulationDraft): Promise<PopulationView>;
  /** An entry of the ledger; raising the cap takes a reason. */
  setCap(name: string, cap: string, reason: string): Promise<PopulationView>;
  /** For good: the datasets and the loss of `from` go over to `into`. */
  mergePopulations(from: string, into: string): Promise<PopulationView>;
  previewListing(draft: ListingDraft): Promise<DraftPreview>;
  createListing(draft: ListingDraft, call: Call): Promise<ListingView>;
  myListings(): Promise<ListingView[]>;
  /** By its id, or by its question's name: then the one that is for sale. */
  listing(id: string): Promise<ListingView>;
  withdrawListing(id: string, reason: string): Promise<ListingView>;
  repriceListing(id: string, price: string): Promise<ListingView>;
  /** Of own numbers: erases them and the top seed for good; the listing sells on. */
  sealOwnNumbers(listing: string, call: Call): Promise<ListingView>;
  /** Writes an opening of a listing, or of an order's, for one auditor: it reveals the data. */
  grant(what: string, recipient: string, file: string): Promise<Granted>;
  listingCurves(id: string): Promise<ListingCurves>;
  inbox(): Promise<InboxItem[]>;
  answered(): Promise<OrderView[]>;
  approve(order: string, settlement: Settlement, payment: string, call: Call): Promise<ReceiptView>;
  decline(order: string, reason: string): Promise<OrderView>;
  /** Puts an order aside without an answer; it may still be approved. */
  discardOrder(order: string): Promise<OrderView>;
  /** Stores no more orders of a key, and discards those that wait. `kid` is the whole key. */
  blockKey(kid: string): Promise<Blocking>;
  unblockKey(kid: string): Promise<null>;
  blockedKeys(): Promise<BlockedKey[]>;
  contacts(): Promise<ContactView[]>;
  /** `kid` is the whole key. A contact gets the new name and note. */
  addContact(kid: string, name: string, note: string): Promise<ContactView>;
  removeContact(kid: string): Promise<ContactView>;
  rules(removed: boolean): Promise<RuleView[]>;
  /** The most that a rule of this draft could do. */
  ruleWorst(draft: RuleDraft): Promise<RuleWorst>;
  addRule(draft: RuleDraft): Promise<RuleView>;
  pauseRule(number: number): Promise<RuleView>;
  resumeRule(number: number): Promise<RuleView>;
  removeRule(number: number): Promise<RuleView>;
  /** Tries the deliveries that did not get through again; how many remain. */
  deliver(): Promise<number>;
  books(): Promise<BooksView>;
  exportLedger(file: string, call: Call): Promise<Exported>;

  market(search: string): Promise<ListingView[]>;
  /** What the last looks at the market and at the orders left out. */
  leftOut(): Promise<LeftOut>;
  /** `to` is a decimal ε. */
  quote(listing: string, to: string): Promise<Quote>;
  /**
   * The least level whose half-width, a decimal, of the quantity named is as small, or why there is
   * none.
   */
  quoteForAccuracy(listing: string, halfWidth: string, of: string | null): Promise<Quote>;
  order(listing: string, to: string): Promise<OrderView>;
  orders(): Promise<OrderView[]>;
  /** Tells the seller that an order is no longer wanted; a receipt wins over it. */
  cancelOrder(order: string): Promise<OrderView>;
  /** How many deliveries are on the market for this home, not yet collected. */
  deliveries(): Promise<number>;
  collect(call: Call): Promise<Collected>;
  holdings(): Promise<HoldingView[]>;
  exportRelease(listing: string, format: ExportFormat, file: string, call: Call): Promise<Exported>;
  exportBundle(receipt: string, file: string, call: Call): Promise<Exported>;
  /** Writes a more private copy, at a decimal ε below the one held; the same bytes each time. */
  tighten(listing: string, to: string, file: string, call: Call): Promise<CopyView>;

  auditFiles(files: string[], call: Call): Promise<AuditReport>;
  /**
   * The same, and replays what the files show of the listing that the opening, granted to this
   * home, opens.
   */
  replay(opening: string, files: string[], call: Call): Promise<AuditReport>;
  /** The owners that contradicted themselves, newest first. */
  alarms(): Promise<AlarmView[]>;
  /** Goes on from one of the alarm’s two checkpoints, for a reason; the evidence stays. */
  dismissAlarm(number: number, trusted: Trusted, reason: string): Promise<AlarmView>;
  /** Saves the last audit's report, as HTML or JSON by the file's ending. */
  saveReport(file: string): Promise<Exported>;

  /** Something changed on the market or in the home: read again. */
  onChange(changed: () => void): Promise<Stop>;
  onArrived(arrived: (what: Arrived) => void): Promise<Stop>;
  /**
   * A line on the desktop, unless the person wants none. Answers when it is gone: whether it was
   * clicked on, which brings the window forward.
   */
  notify(line: string, open: string): Promise<boolean>;
  onFilesDropped(dropped: (paths: string[]) => void): Promise<Stop>;
  /** Files are held over the window, or no longer. */
  onFilesOver(over: (paths: string[] | null) => void): Promise<Stop>;
  chooseFiles(title: string, filters: FileFilter[]): Promise<string[]>;
  chooseFolder(title: string): Promise<string | null>;
  /** Asks before a file that is there is chosen. */
  chooseSaveFile(title: string, suggested: string, filters?: FileFilter[]): Promise<string | null>;
  /**
   * Writes a text file, whole or not at all; over one that is there only where its owner was asked.
   */
  saveText(file: string, contents: string, replace: boolean): Promise<Exported>;
  /** The same for a table, as CSV: what a spreadsheet would take for a formula stays a text. */
  saveTable(file: string, rows: string[][], replace: boolean): Promise<Exported>;
}

/** A call as the host takes it. */
function told({ id, told }: Call): { id: string; progress: unknown } {
  return { id, progress: channel<WorkProgress>(told) };
}

export const platform: Platform = {
  session: () => invoke('session'),
  homeExists: (dir) => invoke('home_exists', { dir }),
  createHome: (dir, name, passphrase, market) =>
    invoke('create_home', { dir, name, passphrase, market }),
  openHome: (dir, passphrase, market) => invoke('open_home', { dir, passphrase, market }),
  closeHome: () => invoke('close_home'),
  openSample: () => invoke('open_sample'),
  suggestFile: (name) => invoke('suggest_file', { name }),
  stopWork: (id) => invoke('stop_work', { id }),
  saveRecoveryKey: (key, file) => invoke('save_recovery_key', { key, file }),
  forgetHome: (dir) => invoke('forget_home', { dir }),
  homeHasWindow: (dir) => invoke('home_has_window', { dir }),
  bringForward: (dir) => invoke('bring_forward', { dir }),
  changePassphrase: (old, next) => invoke('change_passphrase', { old, new: next }),
  newRecoveryKey: (passphrase) => invoke('new_recovery_key', { passphrase }),
  logStanding: () => invoke('log_standing'),
  catchUp: () => invoke('catch_up'),
  writeLosses: (file) => invoke('write_losses', { file }),
  setMarket: (url, anyway) => invoke('set_market', { url, anyway }),

  settings: () => invoke('settings'),
  changeSettings: (choices) => invoke('change_settings', { choices }),

  previewCsv: (file, columns, call) => invoke('preview_csv', { file, columns, ...told(call) }),
  seenValues: (file, columns, column, call) =>
    invoke('seen_values', { file, columns, column, ...told(call) }),
  importDataset: (file, options, call) =>
    invoke('import_dataset', { file, options, ...told(call) }),
  datasets: () => invoke('datasets'),
  dataset: (name) => invoke('dataset', { name }),
  removeDataset: (name) => invoke('remove_dataset', { name }),
  previewSeal: (dataset) => invoke('preview_seal', { dataset }),
  sealDataset: (dataset, acceptOverCap, call) =>
    invoke('seal_dataset', { dataset, acceptOverCap, ...told(call) }),
  populations: () => invoke('populations'),
  population: (name) => invoke('population', { name }),
  createPopulation: (draft) => invoke('create_population', { draft }),
  setCap: (name, cap, reason) => invoke('set_cap', { name, cap, reason }),
  mergePopulations: (from, into) => invoke('merge_populations', { from, into }),
  previewListing: (draft) => invoke('preview_listing', { draft }),
  createListing: (draft, call) => invoke('create_listing', { draft, ...told(call) }),
  myListings: () => invoke('my_listings'),
  listing: (id) => invoke('listing', { id }),
  withdrawListing: (id, reason) => invoke('withdraw_listing', { id, reason }),
  repriceListing: (id, price) => invoke('reprice_listing', { id, price }),
  sealOwnNumbers: (listing, call) => invoke('seal_own_numbers', { listing, ...told(call) }),
  grant: (what, recipient, file) => invoke('grant', { what, recipient, file }),
  listingCurves: (id) => invoke('listing_curves', { id }),
  inbox: () => invoke('inbox'),
  answered: () => invoke('answered'),
  approve: (order, settlement, payment, call) =>
    invoke('approve', { order, settlement, payment, ...told(call) }),
  decline: (order, reason) => invoke('decline', { order, reason }),
  discardOrder: (order) => invoke('discard_order', { order }),
  blockKey: (kid) => invoke('block_key', { kid }),
  unblockKey: (kid) => invoke('unblock_key', { kid }),
  blockedKeys: () => invoke('blocked_keys'),
  contacts: () => invoke('contacts'),
  addContact: (kid, name, note) => invoke('add_contact', { kid, name, note }),
  removeContact: (kid) => invoke('remove_contact', { kid }),
  rules: (removed) => invoke('rules', { removed }),
  ruleWorst: (draft) => invoke('rule_worst', { draft }),
  addRule: (draft) => invoke('add_rule', { draft }),
  pauseRule: (number) => invoke('pause_rule', { number }),
  resumeRule: (number) => invoke('resume_rule', { number }),
  removeRule: (number) => invoke('remove_rule', { number }),
  deliver: () => invoke('deliver'),
  books: () => invoke('books'),
  exportLedger: (file, call) => invoke('export_ledger', { file, ...told(call) }),

  market: (search) => invoke('market', { search }),
  leftOut: () => invoke('left_out'),
  quote: (listing, to) => invoke('quote', { listing, to }),
  quoteForAccuracy: (listing, halfWidth, of) =>
    invoke('quote_for_accuracy', { listing, halfWidth, of }),
  order: (listing, to) => invoke('order', { listing, to }),
  orders: () => invoke('orders'),
  cancelOrder: (order) => invoke('cancel_order', { order }),
  deliveries: () => invoke('deliveries'),
  collect: (call) => invoke('collect', told(call)),
  holdings: () => invoke('holdings'),
  exportRelease: (listing, format, file, call) =>
    invoke('export_release', { listing, format, file, ...told(call) }),
  exportBundle: (receipt, file, call) => invoke('export_bundle', { receipt, file, ...told(call) }),
  tighten: (listing, to, file, call) => invoke('tighten', { listing, to, file, ...told(call) }),

  auditFiles: (files, call) => invoke('audit_files', { files, ...told(call) }),
  replay: (opening, files, call) => invoke('replay', { opening, files, ...told(call) }),
  alarms: () => invoke('alarms'),
  dismissAlarm: (number, trusted, reason) => invoke('dismiss_alarm', { number, trusted, reason }),
  saveReport: (file) => invoke('save_report', { file }),

  onChange: (changed) => listen<null>('changed', () => changed()),
  onArrived: (arrived) => listen<Arrived>('arrived', arrived),
  notify: (line, open) => invoke('notify', { line, open }),
  onFilesDropped: (dropped) =>
    onDrag((drag) => {
      if (drag.type === 'drop') dropped(drag.paths);
    }),
  onFilesOver: (over) =>
    onDrag((drag) => {
      if (drag.type === 'enter') over(drag.paths);
      else if (drag.type !== 'over') over(null);
    }),
  chooseFiles,
  chooseFolder,
  chooseSaveFile,
  saveText: (file, contents, replace) => invoke('save_text', { file, contents, replace }),
  saveTable: (file, rows, replace) => invoke('save_table', { file, rows, replace }),
};
