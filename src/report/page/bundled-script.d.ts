/** A script that is imported as text together with all that it imports, by the build and in tests. */
declare module '*?bundled' {
  const text: string;
  export default text;
}
