// Which review of several files a tab shows, by what VS Code says of the tab: its label, and its comparisons of two texts.

/** A file in the session it was changed in. */
export interface Place {
  readonly key: string;
  readonly path: string;
}

/** What an editor with the changes of several files was opened for. */
export interface Review {
  readonly title: string;
  readonly places: readonly Place[];
  /** The places that have a text before: VS Code knows only of them whether a tab shows them. */
  readonly compared: readonly Place[];
}

/** A tab with several comparisons, all of Parley's. */
export interface ReviewTab {
  readonly label: string;
  readonly shown: readonly Place[];
}

/** The reviews of this window. Created and deleted files stand in no comparison: of them alone, only the title is known. */
export class OpenReviews {
  #reviews: readonly Review[] = [];

  /**
   * Adds a review that is opened beside those tabs, and returns its title: with a number where a tab could not be told
   * from one that shows other files.
   */
  add(review: Review, tabs: readonly ReviewTab[]): string {
    this.#reviews = this.#reviews.filter((each) => tabs.some((tab) => isShownIn(each, tab)));
    const isTaken = (title: string): boolean =>
      tabs.some((tab) => {
        if (!isShownIn({ ...review, title }, tab)) return false;
        const known = this.find(tab);
        return known === undefined || (known.title === title && !hasSame(known.places, review.places));
      });
    let title = review.title;
    for (let number = 2; isTaken(title); number++) title = `${review.title} ${number}`;
    this.#reviews = [...this.#reviews, { ...review, title }];
    return title;
  }

  /** The review that a tab shows. `Changes 2 (3 files)` does not show the review with the title `Changes`. */
  find(tab: ReviewTab): Review | undefined {
    return this.#reviews
      .filter((review) => isShownIn(review, tab))
      .toSorted((one, other) => one.title.length - other.title.length)
      .at(-1);
  }

  /** Forgets the reviews of which nothing is open any more. */
  retain(isOpen: (places: readonly Place[]) => boolean): void {
    this.#reviews = this.#reviews.filter(({ places }) => isOpen(places));
  }
}

/** Whether a tab may have been opened for a review: VS Code adds to its title how many files there are. */
function isShownIn({ title, compared }: Review, { label, shown }: ReviewTab): boolean {
  return label.startsWith(title) && hasSame(compared, shown);
}

function hasSame(some: readonly Place[], others: readonly Place[]): boolean {
  const names = new Set(some.map(nameOf));
  return names.size === new Set(others.map(nameOf)).size && others.every((place) => names.has(nameOf(place)));
}

function nameOf({ key, path }: Place): string {
  return `${key}\0${path}`;
}
