// The fields of a new listing that the window sees to be blank.

import type { Problem } from '../../lib/error';
import { ifBlank, ifUnchosen, slipIf } from '../../lib/slips';
import type { ColumnView } from '../../platform/types/ColumnView';
import type { VariableForm } from '../../platform/types/VariableForm';
import { t } from '../../text';
import { ofDataset, takes, unbinned } from './draft';
import type { ListingForm } from './form.svelte';
import { pointSlips } from './tariff';

/** The slips of the fields that the form's kind needs. */
export function lackingIn({ kind, typed, column, groups, now }: ListingForm): Problem[] {
  const edged = typed.binWay === 'edges' && column?.column_type === 'number';
  const given = edged
    ? typed.edges.length > 1
    : typed.bins.length + (column?.values.length ?? 0) > 0;
  const blankAt = (field: string, row: number, blank: boolean) =>
    slipIf(blank, field, t.controls.fillIn).map((slip) => ({ ...slip, row }));
  const ofVariable = ({ role, low, high, values }: VariableForm, row: number) =>
    blankAt(
      'variables',
      row,
      (role === 'two-valued' ? values : [low, high]).some((text) => text.trim() === ''),
    );
  const ofGroup = (of: ColumnView, row: number) => {
    const { binWay, bins, edges } = typed.groups[row] ?? unbinned();
    const isBetween = binWay === 'edges' && of.column_type === 'number';
    const isGiven = isBetween ? edges.length > 1 : bins.length + of.values.length > 0;
    return blankAt('groups', row, !isGiven);
  };
  return [
    ...(ofDataset(kind) ? [] : ifUnchosen('population', typed.population)),
    ...slipIf(takes(kind, 'bins') && !given, 'bins', t.controls.fillIn),
    ...(takes(kind, 'variables') ? now.variables.flatMap(ofVariable) : []),
    ...(takes(kind, 'groups') ? groups.shown.flatMap(ofGroup) : []),
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
