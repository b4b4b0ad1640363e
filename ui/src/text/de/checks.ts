import { checksIn } from '../auditWords';

export const checks = checksIn('de');
