import { counted } from '../digits';
import type { AuditCheckId } from '../../platform/types/AuditCheckId';
import type { AuditCode } from '../../platform/types/AuditCode';

type Check = {
  title: string;
  what: string;
  against: string;
  made: (n: number) => string;
  byHand: string;
};

/** Checks of an audit: title, comparison, and how anybody repeats them. */
export const checks = {
  of: {
    files: {
      title: 'Files',
      what: 'each file’s form, byte by byte',
      against: 'the formats of ledger, bundle, copy, checkpoint and document',
      made: (n: number) => counted(n, 'file', 'files'),
      byHand:
        'A ledger is text: the checkpoint’s note, an empty line, then one document a line. `unzip -l` lists what is in a bundle (seven files) or a copy (three).',
    },
    signatures: {
      title: 'Signatures',
      what: 'every document’s and checkpoint’s signature and signer',
      against: 'the keys that the documents carry and name',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Every line of a ledger, and every .jws file of a bundle, is a JWS (RFC 7515, EdDSA): any JOSE library verifies it with the key that stands in its payload. The key’s id is its thumbprint (RFC 7638). A checkpoint is a signed note (C2SP): the text up to the empty line, verified with the same key, for example by `openssl pkeyutl -verify -rawin`.',
    },
    documents: {
      title: 'Documents and links',
      what: 'kinds, ids, and which document names which',
      against: 'the documents themselves',
      made: (n: number) => counted(n, 'link', 'links'),
      byHand:
        'A document’s id is the SHA-256 of its line without the newline, in base64url: `printf %s "$line" | openssl dgst -sha256 -binary | basenc --base64url`, less the `=` at its end. Decode the payloads (the second of the three parts, base64url) and compare the ids that they name.',
    },
    orders: {
      title: 'Orders',
      what: 'that each sale has its own order, signed by its buyer',
      against: 'the receipts',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'In a ledger the line before each receipt is its order. Decode both payloads: the receipt names the order’s id, its buyer is the key that signed the order, and no order’s id comes twice.',
    },
    log: {
      title: 'Log',
      what: 'the tree over all entries, computed again',
      against: 'size and root in the signed checkpoint',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'RFC 6962: a leaf is SHA-256 of a zero byte and the 32 bytes of the SHA-256 of an entry’s line (receipt, grant or cap); a node is SHA-256 of a one byte and its two children. The root over all entries in their order is the checkpoint’s third line, in base64; their number is its second.',
    },
    inclusion: {
      title: 'Inclusion',
      what: 'each entry shown by itself',
      against: 'the log it must be in, by proof and by ledger',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'In a bundle the file `inclusion` has the audit path (RFC 6962, section 2.1.1): hash the receipt’s leaf with its hashes upwards, and compare the result with the root in the bundle’s checkpoint. Against a ledger: the entry’s line is the one with its number.',
    },
    consistency: {
      title: 'One history',
      what: 'all checkpoints of one owner',
      against: 'each other: the earlier must be the beginning of the later',
      made: (n: number) => counted(n, 'pair', 'pairs'),
      byHand:
        'Compute the root over the first so many entries of the longest log as the earlier checkpoint counts: it is that checkpoint’s root, or the owner signed two histories.',
    },
    prices: {
      title: 'Prices',
      what: 'the price in order and receipt',
      against: 'the listing’s tariff for the increment',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Decode listing, order and receipt. The tariff’s knots give the price of a level, straight lines between them, each rounded half up to the currency’s smallest unit; the price of a sale is that of its upper level less that of its lower.',
    },
    levels: {
      title: 'Levels',
      what: 'the ε before and after each sale, and of each copy',
      against: 'what the buyer held, the ceiling and the grain; of a copy, below its release',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Follow one buyer through the receipts of one question (all listings with one seed commitment): each sale starts where the one before ended, ends higher, by a multiple of the grain, and not above the ceiling.',
    },
    losses: {
      title: 'Privacy loss',
      what: 'the loss of question and population in each receipt, and every cap stated',
      against: 'the highest levels sold, added up again, and the cap in force',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Go through the receipts in their order and keep the highest level sold of each question (all listings with one seed commitment): that is its loss. A population’s is the carried loss and the sum over all questions that a listing has ever put into it. Compare both with what each receipt states, and with the population’s cap: the first listing’s, then that of each cap entry; and with that of the listing sold from.',
    },
    totals: {
      title: 'Totals',
      what: 'number, chain, counts and running totals of each entry',
      against: 'the entries before it, counted and added up again',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Go through the entries in their order: numbers count up from 0, each names the id of the one before it. A receipt’s total is that of the receipt before plus its own price if it is settled as paid, by currency; its counts are those of the receipts and grants so far.',
    },
    releases: {
      title: 'Releases',
      what: 'the values file: integers, rows, labels, marks of change',
      against: 'the signed release or copy, the listing, and the release before',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Open the Parquet file with any reader. SHA-256 of the number of rows and then each value, as 8 bytes each, least significant first, is what release.jws states; rows and labels are the listing’s, and `changed` is true just where the values differ from those of the release before.',
    },
    times: {
      title: 'Times',
      what: 'the owner’s times, from document to document',
      against: 'their order',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand:
        'Decode the payloads: `issued_at` never falls from one entry to the next, nor from a listing to its sales.',
    },
    withdrawals: {
      title: 'Withdrawals',
      what: 'each sale of a listing that was withdrawn',
      against: 'the time of the withdrawal',
      made: (n: number) => counted(n, 'comparison', 'comparisons'),
      byHand: 'Decode each withdrawal: no receipt for its listing has a later `issued_at`.',
    },
    noise: {
      title: 'Law of the noise',
      what: 'how the values change from release to release',
      against: 'the law by which honest noise changes',
      made: (n: number) => counted(n, 'test', 'tests'),
      byHand:
        'Take two releases of one question at different levels and subtract the values, row by row. Count how many differences are 0, and how many fall into each class of size; compare with the law: 0 with probability p + (1-p)(1-a)/(1+a), where a = exp(-ε1/D), b = exp(-ε2/D) and p = (b/a)((1-a)/(1-b))²; else of size k with probability in proportion to a^k, with either sign.',
    },
    replay: {
      title: 'Replay',
      what: 'every release of an opened listing, computed again from its seeds and data',
      against: 'the releases delivered, bit for bit',
      made: (n: number) => counted(n, 'release', 'releases'),
      byHand:
        'Decrypt the opening with `age`. SHA-256 of its salts, seeds and data are the listing’s two commitments. The noise of each coordinate follows from the seeds alone (ChaCha20, in the word layout that the listing names); data and noise added are the release’s values.',
    },
  } satisfies Record<AuditCheckId, Check> as Record<AuditCheckId, Check>,
  /** Both sides of the comparison from which a finding of this code may come. */
  parts: {
    'not-recognised': ['the first bytes of the file', 'the kinds of file there are'],
    unreadable: ['the file', 'its own end'],
    'ledger-malformed': ['each line of the ledger', 'the ledger’s format'],
    'bundle-malformed': ['the bundle’s bytes', 'the one form a bundle has'],
    'copy-malformed': ['the copy’s bytes', 'the one form a copy has'],
    'document-refused': [
      'form, header, payload and signature of the document',
      'the key in its payload',
    ],
    'checkpoint-refused': ['the checkpoint’s signature', 'its owner’s key'],
    'signer-not-owner': ['who signed the document', 'the owner'],
    'unexpected-kind': ['the kind of the document', 'the kinds that belong there'],
    'double-document': ['the document’s id', 'the ids before it'],
    'unknown-listing': ['the listing named', 'the listings shown before'],
    'wrong-listing': ['the listing named', 'the listing sold'],
    'wrong-order': ['the order named', 'the order shown'],
    'wrong-release': ['the release named by the receipt', 'the release shown'],
    'wrong-version': ['the new version of the listing', 'the version that it replaces'],
    'unequal-data': [
      'the listing’s commitment to its data',
      'that of the listing with the same seeds',
    ],
    'unequal-questions': [
      'the question that the listing states',
      'that of the listing with the same seeds',
    ],
    'open-twice': ['the listing', 'the open listings of its question'],
    'population-differs': ['the listing’s unit and adjacency', 'those of its population before'],
    'unknown-question': ['the grant’s question and population', 'those of the listings before'],
    'wrong-opening': ['the opening’s signer, seeds and data', 'what the listing committed to'],
    'wrong-buyer': ['the receipt’s buyer', 'who signed the order'],
    'double-order': ['the order’s id', 'the orders sold before'],
    'refused-and-sold': ['the receipt’s order', 'the orders that its owner refused'],
    'order-without-receipt': ['the order', 'the line after it'],
    'receipt-without-order': ['the receipt', 'the line before it'],
    'log-size': ['the number of entries', 'the checkpoint’s size'],
    'log-root': ['the root over the entries', 'the checkpoint’s root'],
    'not-included': ['the receipt and its proof', 'the checkpoint’s root'],
    'not-in-ledger': ['the entry', 'the log at its place'],
    fork: ['the root, or the entry at a place', 'that of another file of this owner'],
    'rolled-back': ['the checkpoint’s size', 'the length of the log'],
    'wrong-price': ['the price', 'the tariff’s for the increment'],
    'wrong-currency': ['the receipt’s currency', 'the listing’s'],
    'level-mismatch': ['the levels in one document', 'those in the other'],
    'over-ceiling': ['the level sold', 'the listing’s ceiling'],
    'copy-level': ['the copy’s level', 'what it was made from, or the ceiling'],
    'off-grain': ['the increment', 'the listing’s smallest step'],
    'wrong-from': ['the level that the sale starts at', 'the level held'],
    'wrong-holding': [
      'the earlier receipt that the order names',
      'the buyer’s last of this question',
    ],
    'question-loss': ['the question’s loss as stated', 'the highest level sold'],
    'population-loss': [
      'the population’s loss as stated',
      'the carried loss and the highest levels of its questions, added up',
    ],
    'over-cap': ['the population’s loss', 'its cap then'],
    'wrong-cap': ['the cap stated', 'the cap in force'],
    'carried-falls': ['the carried loss stated', 'the one stated before'],
    'missing-entry': ['the entry’s number', 'the next number'],
    'doubled-entry': ['the entry’s number', 'the numbers seen'],
    'reordered-entry': ['the entry’s place', 'its number'],
    'broken-chain': ['the entry named as the one before', 'the entry before'],
    'receipt-count': ['the number of receipts stated', 'the receipts, counted'],
    'grant-count': ['the number of grants stated', 'the grants, counted'],
    'wrong-total': ['the money received as stated', 'the prices paid, added up'],
    'values-hash': ['the integers’ SHA-256', 'the hash that was signed'],
    'values-unreadable': ['the values file', 'the form of a values file'],
    'values-rows': ['the rows and their labels', 'the listing’s'],
    'values-changed': [
      'the rows marked as changed',
      'the rows that differ from the release before',
    ],
    'wrong-base': ['the release that this one builds on', 'the buyer’s release before'],
    'copies-differ': ['the copy’s values', 'its maker’s other copy at that level'],
    'time-goes-back': ['the document’s time', 'that of the document before'],
    'sold-after-withdrawal': ['the time of the sale', 'that of the withdrawal'],
    'noise-law': ['the differences between releases of one question', 'the law of honest noise'],
    'replay-differs': ['the release’s values', 'data and noise, computed again'],
  } satisfies Record<AuditCode, [string, string]> as Record<AuditCode, [string, string]>,
};
