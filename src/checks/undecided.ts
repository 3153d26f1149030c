let isNoted = false;

/** Says that a value fits neither an asymmetric matcher nor its opposite, because it cannot be read as what it should be. */
export function noteUndecided(): void {
  isNoted = true;
}

/** Makes a comparison, and tells whether something in it was undecided, however deep in other matchers. */
export function decided(compare: () => boolean): { readonly fits: boolean; readonly isUndecided: boolean } {
  const outer = isNoted;
  isNoted = false;
  try {
    const fits = compare();
    return { fits, isUndecided: isNoted };
  } finally {
    isNoted = outer || isNoted;
  }
}
