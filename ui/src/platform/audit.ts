// The report of an audit, as poundwise-documents writes it (src/audit/report.rs).

export type Verdict = 'holds' | 'wrong' | 'nothing_checked';

export type CheckState = 'holds' | 'wrong' | 'not_checked';

export type AuditMoney = { currency: string; minor: number; text: string };

export type AuditCheck = {
  id: string;
  title: string;
  what: string;
  against: string;
  found: string;
  made: number;
  failed: number;
  state: CheckState;
};

export type AuditFinding = {
  code: string;
  check: string;
  file: string;
  line: number | null;
  receipt: number | null;
  message: string;
};

export type AuditFile = { name: string; kind: string; owner: string | null };

export type AuditSubject = { kid: string; name: string; verifier_key: string | null; files: string[] };

export type ListingBook = {
  listing: string;
  title: string;
  highest_micro_epsilon: number;
  ceiling_micro_epsilon: number;
  independent_loss_micro_epsilon: number;
  receipts: number;
  buyers: number;
  money: AuditMoney[];
};

export type DatasetBook = {
  dataset: string;
  listings: number;
  loss_micro_epsilon: number;
  cap_micro_epsilon: number | null;
  independent_loss_micro_epsilon: number;
};

export type AuditBooks = {
  owner: string;
  owner_name: string;
  complete: boolean;
  receipts: number;
  buyers: number;
  money: AuditMoney[];
  independent_loss_micro_epsilon: number;
  listings: ListingBook[];
  datasets: DatasetBook[];
};

export type AuditReport = {
  verdict: Verdict;
  headline: string;
  files: AuditFile[];
  subjects: AuditSubject[];
  checks: AuditCheck[];
  findings: AuditFinding[];
  findings_total: number;
  books: AuditBooks[];
  limits: string[];
};
