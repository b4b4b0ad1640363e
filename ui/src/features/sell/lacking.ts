// The fields of a new listing that the window sees to be blank.

import type { Problem } from '../../lib/error';
import { ifBlank, ifUnchosen, slipIf } from '../../lib/slips';
import { t } from '../../text';
import { ofDataset, takes } from './draft';
import type { ListingForm } from './form.svelte';
import { pointSlips } from './tariff';

/** The slips of the fields that the form's kind needs. */
export function lackingIn({ kind, typed, column }: ListingForm): Problem[] {
  const edged = typed.binWay === 'edges' && column?.column_type === 'number';
  const given = edged
    ? typed.edges.length > 1
    : typed.bins.length + (column?.values.length ?? 0) > 0;
  return [
    ...(ofDataset(kind) ? [] : ifUnchosen('population', typed.population)),
    ...slipIf(takes(kind, 'bins') && !given, 'bins', t.controls.fillIn),
    ...(takes(kind, 'value') ? ifBlank('value', typed.value) : []),
    ...(takes(kind, 'file') ? ifBlank('file', typed.file) : []),
    ...(takes(kind, 'bounds')
      ? [...ifBlank('low', typed.low), ...ifBlank('high', typed.high)]
      : []),
    ...(takes(kind, 'distance')
      ? [...ifBlank('step', typed.step), ...ifBlank('protect', typed.protect)]
      : []),
    ...pointSlips(typed.tariff),
    ...ifBlank('title', typed.title),
  ];
}
