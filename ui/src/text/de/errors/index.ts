import type { ErrorCode } from '../../../platform/types/ErrorCode';
import type { Says, Sentences } from '../../en/errors';
import type { Text } from '../../shape';
import { commandLine } from './commandLine';
import { drafts } from './drafts';
import { homes } from './homes';
import { markets } from './markets';
import { placed } from './places';
import { tables } from './tables';
import { trade } from './trade';
import { isWhole } from './whole';

const SAYS: Partial<Record<ErrorCode, Sentences>> = {
  ...homes,
  ...tables,
  ...drafts,
  ...trade,
  ...markets,
  ...commandLine,
} satisfies Says;

export const errors: Text['errors'] = {
  says: (code) => SAYS[code] ?? null,
  isWhole,
  at: placed,
  window: [
    'Das Fenster hat einen Fehler gemacht.',
    'Was gespeichert ist, ist unversehrt. Schließen Sie die App, und öffnen Sie sie wieder.',
  ],
};
