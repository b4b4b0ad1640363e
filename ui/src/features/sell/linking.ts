// What is settled of a table in a database, as the host takes it.

import type { LinkPreview } from '../../platform/types/LinkPreview';
import type { Settled } from './importing';

/** The columns that can be used and are wanted. Their types are those of the database. */
export const settledOf = (preview: LinkPreview, wanted: (name: string) => boolean): Settled[] =>
  preview.columns.flatMap(({ name, declared }) =>
    declared && wanted(name)
      ? [
          {
            name: declared.name,
            type: declared.type,
            dayOrder: null,
            values: '',
            ...(declared.decimals === undefined ? {} : { decimals: declared.decimals }),
          },
        ]
      : [],
  );
