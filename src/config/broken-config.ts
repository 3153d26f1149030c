/** How every error starts that is about what stands in a configuration file. */
export const brokenConfig = 'The configuration cannot be used';
