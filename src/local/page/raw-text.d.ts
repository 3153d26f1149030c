/** A file that is imported as its text, by Vite and by the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}
