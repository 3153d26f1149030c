/** Gives what a call prints with `console.log`, a line for each: a library that prints cannot be told where to. */
export function printedBy(call: () => void): string {
  const { log } = console;
  let printed = '';
  console.log = (text: string) => {
    printed += `${text}\n`;
  };
  try {
    call();
  } finally {
    console.log = log;
  }
  return printed;
}
