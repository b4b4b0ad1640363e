import type { Address } from '../../lib/address';

/** The screen of the app's own settings. */
export type SettingsRoute = { name: 'settings' };

export function settingsRoute({ name }: Address): SettingsRoute | null {
  return name === 'settings' ? { name } : null;
}
