/**
 * Saves a file in the user's folder of downloads.
 *
 * @example
 * saveFile(new Blob(['a,b']), 'holdings.csv')
 */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next task the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
