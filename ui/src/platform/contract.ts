// What a host and the platform both speak of.

export type FileFilter = { name: string; extensions: string[] };

/** Files held over the window, dropped onto it, or gone from it. */
export type Drag =
  | { type: 'enter'; paths: string[] }
  | { type: 'over' }
  | { type: 'drop'; paths: string[] }
  | { type: 'leave' };

/** A callback for what the host tells. */
export type Hear<T> = (what: T) => void;
