// What an invoice names of a party, as it is typed, and as the host takes it.

import type { Language } from '../../platform/types/Language';
import type { InvoiceView } from '../../platform/types/InvoiceView';
import type { Invoicing } from '../../platform/types/Invoicing';
import type { Party } from '../../platform/types/Party';
import type { Vat } from '../../platform/types/Vat';
import { slipAt, type FieldSign, type Placed, type Problem } from '../../lib/error';
import { pointed } from '../../lib/format';
import { ifBlank, slipIf } from '../../lib/slips';
import { t } from '../../text';

/** Host errors of a party, by field. */
export const OF_A_PARTY = {
  name: ['party:name'],
  street: ['party:street'],
  postCode: ['party:post_code'],
  city: ['party:city'],
  country: ['invoice-country'],
  vatId: ['invoice-vat-id'],
  taxNumber: ['party:tax_number'],
  email: ['party:email'],
  reference: ['party:reference'],
} satisfies Record<keyof TypedParty, FieldSign[]>;

/** Errors of a party, by field. */
export type WrongParty = Placed<keyof TypedParty>;

/** Slips in a party. Only some countries have post codes. */
export const slipsOfParty = ({ name, street, city, country }: TypedParty): Problem[] => [
  ...ifBlank('name', name),
  ...ifBlank('street', street),
  ...ifBlank('city', city),
  ...slipIf(!/^[a-z]{2}$/i.test(country.trim()), 'country', t.invoices.countryHint),
];

/** Slips in a VAT treatment. */
export function slipsOfVat({ kind, percent, reason }: TypedVat): Problem[] {
  switch (kind) {
    case '':
      return [slipAt('vat', t.invoices.needsVat)];
    case 'rate':
      return slipIf(!/^\d+([.,]\d+)?$/.test(percent.trim()), 'vat', t.drafting.shouldBe.number);
    case 'reverse-charge':
      return [];
    default:
      return ifBlank('vat', reason);
  }
}

/** A party as it is typed. */
export type TypedParty = {
  name: string;
  street: string;
  postCode: string;
  city: string;
  country: string;
  vatId: string;
  taxNumber: string;
  email: string;
  reference: string;
};

export const typedFrom = (party: Party | undefined): TypedParty => ({
  name: party?.name ?? '',
  street: party?.street ?? '',
  postCode: party?.post_code ?? '',
  city: party?.city ?? '',
  country: party?.country ?? '',
  vatId: party?.vat_id ?? '',
  taxNumber: party?.tax_number ?? '',
  email: party?.email ?? '',
  reference: party?.reference ?? '',
});

export function partyOf(typed: TypedParty): Party {
  const stated = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: typed.name,
    street: typed.street,
    post_code: typed.postCode,
    city: typed.city,
    country: typed.country,
    vat_id: stated(typed.vatId),
    tax_number: stated(typed.taxNumber),
    email: stated(typed.email),
    reference: stated(typed.reference),
    id: '',
  };
}

/** A VAT treatment as it is typed; nothing is answered before a person does. */
export type TypedVat = { kind: '' | Vat['kind']; percent: string; reason: string };

export const typedVat = (vat: Vat | undefined): TypedVat => ({
  kind: vat?.kind ?? '',
  percent: vat?.kind === 'rate' ? vat.percent : '',
  reason: vat !== undefined && 'reason' in vat ? vat.reason : '',
});

/** As the host takes it; null while it is not chosen. */
export function vatOf({ kind, percent, reason }: TypedVat): Vat | null {
  switch (kind) {
    case '':
      return null;
    case 'rate':
      return { kind, percent: pointed(percent.trim()) };
    case 'reverse-charge':
      return { kind };
    default:
      return { kind, reason: reason.trim() };
  }
}

/** Whether all of it is there that the host is asked with. */
export function isWhole(vat: Vat | null): vat is Vat {
  if (vat === null) return false;
  if (vat.kind === 'rate') return vat.percent !== '';
  return vat.kind === 'reverse-charge' || vat.reason !== '';
}

/** Details shared by all invoices, as typed. */
export type TypedInvoicing = {
  seller: TypedParty;
  vat: TypedVat;
  days: string;
  prefix: string;
  language: Language;
};

export function typedInvoicing(kept: Invoicing | null, language: Language): TypedInvoicing {
  return {
    seller: typedFrom(kept?.seller),
    vat: typedVat(kept?.vat),
    days: String(kept?.days ?? 14),
    prefix: kept?.prefix ?? '',
    language: kept?.language ?? language,
  };
}

/** As the host takes it; null while no VAT treatment is chosen. */
export function invoicingOf(typed: TypedInvoicing): Invoicing | null {
  const vat = vatOf(typed.vat);
  if (vat === null) return null;
  const { prefix, language } = typed;
  return { seller: partyOf(typed.seller), vat, days: wholeNumber(typed.days), prefix, language };
}

/** A number as it is typed; what is none is 0, which the host refuses. */
export const wholeNumber = (text: string): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;

/** Whether an issued invoice counts: it is no cancellation of another, and was not cancelled. */
export const stands = ({ state }: InvoiceView): boolean => state === 'open' || state === 'paid';

/** State of an issued invoice, in words. */
export function stateOf({ invoice, state, credited_by }: InvoiceView): string {
  if (invoice.credits) return t.invoices.cancels(invoice.credits.number);
  if (credited_by !== null) return t.invoices.cancelled(credited_by);
  return state === 'paid' ? t.invoices.isPaid : t.invoices.isIssued;
}
