/** The packages that the package's own files contain, because the page of the local deployment is bundled with them. */
export const bundledPackages = ['preact'];
