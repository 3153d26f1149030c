/** Returns what a call prints with `console.log`, for a library that prints only there. */
export function capturedOutput(call: () => void): string {
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
