import type { PopulationDataset } from '../../platform/types/PopulationDataset';
import type { PopulationView } from '../../platform/types/PopulationView';

/** The populations. Those that may lack tables in this home come first. */
export const lackingFirst = (populations: PopulationView[]): PopulationView[] => [
  ...populations.filter((one) => one.lacks_tables),
  ...populations.filter((one) => !one.lacks_tables),
];

/** The datasets that were not removed. */
export const thereOf = (datasets: PopulationDataset[]): PopulationDataset[] =>
  datasets.filter(({ state }) => state !== 'removed');
