/** Errors of the window itself. The host says its own errors in each language. */
export const errors = {
  window: 'This window has an internal error.',
  windowWayOut: 'Stored data is not affected. Close the app and open it again.',
};
