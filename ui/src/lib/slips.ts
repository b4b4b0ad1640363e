// The slips of single fields that the window finds before the host is asked. A form puts those of all
// its fields together.

import { t } from '../text';
import { slipAt, type Problem } from './error';
import { isCap, isGrouped, parseEps, ungrouped } from './format';

/** Returns the slip if the field is wrong. */
export const slipIf = (
  wrong: boolean,
  field: string,
  message: string,
  ...hints: string[]
): Problem[] => (wrong ? [slipAt(field, message, ...hints)] : []);

/** A text that must not be blank. */
export const ifBlank = (field: string, text: string): Problem[] =>
  slipIf(text.trim() === '', field, t.controls.fillIn);

/** A choice that must be made. */
export const ifUnchosen = (field: string, chosen: string): Problem[] =>
  slipIf(chosen === '', field, t.controls.chooseOne);

/** A box that must be ticked. */
export const ifUnticked = (field: string, ticked: boolean): Problem[] =>
  slipIf(!ticked, field, t.controls.tickBox);

/** A level above 0. */
export const ifNoLevel = (field: string, text: string): Problem[] =>
  slipIf(parseEps(text) === null, field, t.drafting.shouldBe.level);

/** The cap of a population, which may be on ρ alone. */
export const ifNoCap = (field: string, cap: string, capRho: string): Problem[] => {
  const stated = cap.trim() !== '' || capRho.trim() !== '';
  const message = stated ? t.drafting.shouldBe.level : t.importing.unanswered.cap;
  return slipIf(!isCap(cap, capRho), field, message);
};

/** An amount of money that has one reading. */
export const ifNoAmount = (field: string, text: string): Problem[] =>
  isGrouped(text)
    ? [slipAt(field, t.drafting.shouldBe.grouped)]
    : slipIf(!/^\d+(\.\d+)?$/.test(ungrouped(text.trim())), field, t.controls.writeAmount);
