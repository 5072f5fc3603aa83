/** Breaks running text into lines; a line that is already broken stays so. */
export function wrap(text: string, width = 100): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines = ['']
      for (const word of paragraph.split(' ')) {
        const last = lines.at(-1) ?? ''
        if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
      }
      return lines.join('\n')
    })
    .join('\n')
}
