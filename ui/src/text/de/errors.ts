import type { Text } from '../shape';

export const errors: Text['errors'] = {
  window: 'In diesem Fenster ist ein interner Fehler aufgetreten.',
  windowWayOut:
    'Die gespeicherten Daten sind unversehrt. Schließen Sie die App, und öffnen Sie sie wieder.',
};
