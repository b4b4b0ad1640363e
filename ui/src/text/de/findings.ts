import { findingsIn } from '../auditWords';
import { count } from '../digits';
import type { AuditCode } from '../../platform/types/AuditCode';
import type { AuditLimitDetail } from '../../platform/types/AuditLimitDetail';
import type { Text } from '../shape';

/** Findings whose message, where there are no sides, says why something could not be read. */
const REASONS: ReadonlySet<AuditCode> = new Set([
  'not-recognised',
  'unreadable',
  'ledger-malformed',
  'bundle-malformed',
  'copy-malformed',
  'document-refused',
  'newer-version',
  'checkpoint-refused',
  'log-root',
  'wrong-price',
  'values-unreadable',
]);

function detail(of: AuditLimitDetail, level: (micro: number) => string): string {
  switch (of.kind) {
    case 'log-unreadable':
      return `Das Protokoll unter ${of.log} war nicht zu lesen.`;
    case 'log-without-key':
      return `Ob das Protokoll unter ${of.log} von seinem Eigentümer ist: Kein Dokument mit seinem Schlüssel liegt vor.`;
    case 'unpublished':
      return `Ob ${of.entries === 1 ? 'der letzte Eintrag' : `die letzten ${count(of.entries)} Einträge`} von ${of.file} noch veröffentlicht ${of.entries === 1 ? 'wird' : 'werden'}: Das Protokoll unter ${of.log} hat ${count(of.published)}.`;
    case 'not-replayed': {
      // People count entries from 1.
      const named = of.first.map(
        (sale) => `Quittung ${count(sale.sequence + 1)} bei ${level(sale.level)}`,
      );
      const more = of.sales - of.first.length;
      const list = `${named.join(', ')}${more > 0 ? ` und ${count(more)} weitere` : ''}`;
      return of.sales === 1
        ? `Ob ein weiterer Verkauf von „${of.title}“ so geliefert wurde, wie der Rauschpfad es verlangt: Sein Bündel liegt nicht vor (${list}).`
        : `Ob ${count(of.sales)} weitere Verkäufe von „${of.title}“ so geliefert wurden, wie der Rauschpfad es verlangt: Ihre Bündel liegen nicht vor (${list}).`;
    }
  }
}

export const findings: Text['findings'] = {
  ...findingsIn('de'),
  reason: (code) => REASONS.has(code),
  detail,
};
