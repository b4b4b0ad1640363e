/** The doors through which homes were made, by their folders, until the window is closed. */
export const doors = new Map<string, 'sell' | 'buy'>();
