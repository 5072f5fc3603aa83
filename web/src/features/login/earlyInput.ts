/** What the user typed, and perhaps submitted, before the client started. */
export function earlyInput(password: HTMLInputElement | null) {
  const form = password?.form
  const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
  const files = [...(input?.files ?? [])]
  // As after every choice, so that the same file can be chosen again.
  if (input) input.value = ''
  // Set by `public/theme.js`.
  return { files, typed: password?.value ?? '', wasSubmitted: form?.dataset['sent'] !== undefined }
}

/** Takes files dropped anywhere on the page, which the browser would otherwise open. Returns a function that stops it. */
export function takeDrops({ ownerDocument }: HTMLElement, take: (files: readonly File[]) => void) {
  const allow = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take([...(event.dataTransfer?.files ?? [])])
  }
  ownerDocument.addEventListener('dragover', allow)
  ownerDocument.addEventListener('drop', drop)
  return () => {
    ownerDocument.removeEventListener('dragover', allow)
    ownerDocument.removeEventListener('drop', drop)
  }
}
