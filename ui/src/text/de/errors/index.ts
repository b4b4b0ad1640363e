import type { Says } from '../../en/errors';
import type { Text } from '../../shape';
import { commandLine } from './commandLine';
import { drafts } from './drafts';
import { homes } from './homes';
import { markets } from './markets';
import { placed } from './places';
import { tables } from './tables';
import { trade } from './trade';
import { isWhole } from './whole';

const SAYS: Says = { ...homes, ...tables, ...drafts, ...trade, ...markets, ...commandLine };

export const errors: Text['errors'] = {
  says: (code) => SAYS[code],
  isWhole,
  at: placed,
  window: [
    'Das Fenster hat einen Fehler gemacht.',
    'Was gespeichert ist, ist unversehrt. Schließen Sie die App, und öffnen Sie sie wieder.',
  ],
};
