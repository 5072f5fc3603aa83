/** What opens over the page belongs to the landmark, or the dialog, of what opened it. */
export const landmarkOf = (anchor: Element | null): HTMLElement =>
  anchor?.closest<HTMLElement>('[role="dialog"], main, header, nav, aside') ?? document.body
