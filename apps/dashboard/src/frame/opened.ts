/** What of the frame is open over the view. */
export type Opened = 'palette' | 'keys' | 'request' | 'key' | undefined;
