// The one door to the host. Nothing else in the window imports Tauri, so that the window can be
// shown any other host. What it may ask is written from Rust (`commands.ts`); here is what the host
// tells by itself.

import { commands } from './commands';
import { dialogs, listen, onClockDoubted, onDrag } from './host';
import type { Arrived } from './types/Arrived';
import type { ErrorView } from './types/ErrorView';

export type { Call } from './contract';

/** Stops a subscription. */
export type Stop = () => void;

/** Everything that the window has of its host. */
export const platform = {
  ...commands,
  ...dialogs,

  /** Something changed on the market or in the home: read again. */
  onChange: (changed: () => void): Promise<Stop> => listen<null>('changed', () => changed()),
  /** Arrivals since the home was opened, each reported once. */
  onArrived: (arrived: (what: Arrived) => void): Promise<Stop> =>
    listen<Arrived>('arrived', arrived),
  /** The home was closed, because its folder was moved or removed. */
  onHomeMoved: (moved: (error: ErrorView) => void): Promise<Stop> =>
    listen<ErrorView>('home-moved', moved),
  /** Another start of the app has handed its files to this window. */
  onFilesHanded: (handed: (paths: string[]) => void): Promise<Stop> =>
    listen<string[]>('handed', handed),
  /** Registers the question that decides whether a command rejected by the clock runs again. */
  onClockDoubted,
  onFilesDropped: (dropped: (paths: string[]) => void): Promise<Stop> =>
    onDrag((drag) => {
      if (drag.type === 'drop') dropped(drag.paths);
    }),
  /** Files are held over the window, or no longer. */
  onFilesOver: (over: (paths: string[] | null) => void): Promise<Stop> =>
    onDrag((drag) => {
      if (drag.type === 'enter') over(drag.paths);
      else if (drag.type !== 'over') over(null);
    }),
};
