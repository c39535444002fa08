// The load event of the page for what is loaded after it.

/** Where the event is over, it comes again; else what waits for it gets it in time. */
export function repeatLoadEvent(): void {
  if (document.readyState === 'complete') window.dispatchEvent(new Event('load'));
}
