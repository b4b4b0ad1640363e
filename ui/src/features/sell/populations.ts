import type { PopulationDataset } from '../../platform/types/PopulationDataset';

/** The datasets that were not removed. */
export const thereOf = (datasets: PopulationDataset[]): PopulationDataset[] =>
  datasets.filter(({ state }) => state !== 'removed');
