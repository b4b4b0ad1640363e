// The one door to the host. Nothing else in the window imports Tauri, so that the window can be shown any other host.

import { Channel, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview } from '@tauri-apps/api/webview';
import { open, save } from '@tauri-apps/plugin-dialog';

import type { AuditReport } from './types/AuditReport';
import type { BooksView } from './types/BooksView';
import type { Collected } from './types/Collected';
import type { CopyView } from './types/CopyView';
import type { CsvPreview } from './types/CsvPreview';
import type { DatasetView } from './types/DatasetView';
import type { DraftPreview } from './types/DraftPreview';
import type { Exported } from './types/Exported';
import type { HoldingView } from './types/HoldingView';
import type { HomeView } from './types/HomeView';
import type { ImportOptions } from './types/ImportOptions';
import type { InboxItem } from './types/InboxItem';
import type { ListingCurves } from './types/ListingCurves';
import type { ListingDraft } from './types/ListingDraft';
import type { ListingView } from './types/ListingView';
import type { OrderView } from './types/OrderView';
import type { Quote } from './types/Quote';
import type { ReceiptView } from './types/ReceiptView';
import type { WorkProgress } from './types/WorkProgress';

/** What the first screen needs. */
export type SessionView = {
  /** The unlocked home. */
  home: HomeView | null;
  suggested_dir: string;
  /** Homes opened lately, newest first. */
  recent: string[];
  market_suggestion: string;
  /** The home that the app was started with, still locked or not yet created. */
  home_at_start: string | null;
};

/** A home just made; the recovery key is given once. */
export type NewHome = { home: HomeView; recovery_key: string };

export type FileFilter = { name: string; extensions: string[] };

export type ExportFormat = 'csv' | 'json' | 'parquet';

/** Given with what takes its time: how it is known, and who is told how far it is. Stopped, it rejects with `stopped`. */
export type Call = { id: string; told: (progress: WorkProgress) => void };

/** Stops a subscription. */
export type Stop = () => void;

/** Everything that the window asks of its host. Every method may reject with an `ErrorView`. */
export interface Platform {
  session(): Promise<SessionView>;
  homeExists(dir: string): Promise<boolean>;
  createHome(dir: string, name: string, passphrase: string, market: string | null): Promise<NewHome>;
  openHome(dir: string, passphrase: string, market: string | null): Promise<HomeView>;
  closeHome(): Promise<null>;
  /** A throwaway market, opened as its owner; takes some seconds. */
  openSample(): Promise<HomeView>;
  /** A full path in the home's exports folder, to begin with. */
  suggestFile(name: string): Promise<string>;
  /** Stops what takes its time, by its call's id; whether there is any of that id. */
  stopWork(id: string): Promise<boolean>;
  saveRecoveryKey(key: string, file: string): Promise<Exported>;

  previewCsv(file: string, call: Call): Promise<CsvPreview>;
  importDataset(file: string, options: ImportOptions, call: Call): Promise<DatasetView>;
  datasets(): Promise<DatasetView[]>;
  previewListing(draft: ListingDraft): Promise<DraftPreview>;
  createListing(draft: ListingDraft, call: Call): Promise<ListingView>;
  myListings(): Promise<ListingView[]>;
  withdrawListing(id: string, reason: string): Promise<ListingView>;
  repriceListing(id: string, price: string): Promise<ListingView>;
  /** Erases its data and top seed for good; it sells on. */
  sealListing(id: string): Promise<ListingView>;
  listingCurves(id: string): Promise<ListingCurves>;
  inbox(): Promise<InboxItem[]>;
  answered(): Promise<OrderView[]>;
  approve(order: string, payment: string, call: Call): Promise<ReceiptView>;
  decline(order: string, reason: string): Promise<OrderView>;
  /** Tries the deliveries that did not get through again; how many remain. */
  deliver(): Promise<number>;
  books(): Promise<BooksView>;
  exportLedger(file: string): Promise<Exported>;

  market(search: string): Promise<ListingView[]>;
  /** `to` is a decimal ε. */
  quote(listing: string, to: string): Promise<Quote>;
  order(listing: string, to: string): Promise<OrderView>;
  orders(): Promise<OrderView[]>;
  collect(): Promise<Collected>;
  holdings(): Promise<HoldingView[]>;
  exportRelease(listing: string, format: ExportFormat, file: string): Promise<Exported>;
  exportBundle(receipt: string, file: string): Promise<Exported>;
  /** Writes a more private copy, at a decimal ε below the one held; the same bytes each time. */
  tighten(listing: string, to: string, file: string): Promise<CopyView>;

  auditFiles(files: string[], call: Call): Promise<AuditReport>;
  /** Saves the last audit's report, as HTML or JSON by the file's ending. */
  saveReport(file: string): Promise<Exported>;

  /** Something changed on the market or in the home: read again. */
  onChange(changed: () => void): Promise<Stop>;
  onFilesDropped(dropped: (paths: string[]) => void): Promise<Stop>;
  chooseFiles(title: string, filters: FileFilter[]): Promise<string[]>;
  chooseFolder(title: string): Promise<string | null>;
  /** Asks before a file that is there is chosen. */
  chooseSaveFile(title: string, suggested: string, filters?: FileFilter[]): Promise<string | null>;
  /** Writes a text file, whole or not at all; over one that is there only where its owner was asked. */
  saveText(file: string, contents: string, replace: boolean): Promise<Exported>;
}

/** A call as the host takes it. */
function told({ id, told }: Call): { id: string; progress: Channel<WorkProgress> } {
  return { id, progress: new Channel(told) };
}

export const platform: Platform = {
  session: () => invoke('session'),
  homeExists: (dir) => invoke('home_exists', { dir }),
  createHome: (dir, name, passphrase, market) => invoke('create_home', { dir, name, passphrase, market }),
  openHome: (dir, passphrase, market) => invoke('open_home', { dir, passphrase, market }),
  closeHome: () => invoke('close_home'),
  openSample: () => invoke('open_sample'),
  suggestFile: (name) => invoke('suggest_file', { name }),
  stopWork: (id) => invoke('stop_work', { id }),
  saveRecoveryKey: (key, file) => invoke('save_recovery_key', { key, file }),

  previewCsv: (file, call) => invoke('preview_csv', { file, ...told(call) }),
  importDataset: (file, options, call) => invoke('import_dataset', { file, options, ...told(call) }),
  datasets: () => invoke('datasets'),
  previewListing: (draft) => invoke('preview_listing', { draft }),
  createListing: (draft, call) => invoke('create_listing', { draft, ...told(call) }),
  myListings: () => invoke('my_listings'),
  withdrawListing: (id, reason) => invoke('withdraw_listing', { id, reason }),
  repriceListing: (id, price) => invoke('reprice_listing', { id, price }),
  sealListing: (id) => invoke('seal_listing', { id }),
  listingCurves: (id) => invoke('listing_curves', { id }),
  inbox: () => invoke('inbox'),
  answered: () => invoke('answered'),
  approve: (order, payment, call) => invoke('approve', { order, payment, ...told(call) }),
  decline: (order, reason) => invoke('decline', { order, reason }),
  deliver: () => invoke('deliver'),
  books: () => invoke('books'),
  exportLedger: (file) => invoke('export_ledger', { file }),

  market: (search) => invoke('market', { search }),
  quote: (listing, to) => invoke('quote', { listing, to }),
  order: (listing, to) => invoke('order', { listing, to }),
  orders: () => invoke('orders'),
  collect: () => invoke('collect'),
  holdings: () => invoke('holdings'),
  exportRelease: (listing, format, file) => invoke('export_release', { listing, format, file }),
  exportBundle: (receipt, file) => invoke('export_bundle', { receipt, file }),
  tighten: (listing, to, file) => invoke('tighten', { listing, to, file }),

  auditFiles: (files, call) => invoke('audit_files', { files, ...told(call) }),
  saveReport: (file) => invoke('save_report', { file }),

  onChange: (changed) => listen('changed', () => changed()),
  onFilesDropped: (dropped) =>
    getCurrentWebview().onDragDropEvent((event) => {
      if (event.payload.type === 'drop') dropped(event.payload.paths);
    }),
  chooseFiles: async (title, filters) => (await open({ title, filters, multiple: true })) ?? [],
  chooseFolder: (title) => open({ title, directory: true }),
  chooseSaveFile: (title, suggested, filters) => save({ title, defaultPath: suggested, filters }),
  saveText: (file, contents, replace) => invoke('save_text', { file, contents, replace }),
};
