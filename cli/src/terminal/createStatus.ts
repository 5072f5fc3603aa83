export type Status = {
  readonly show: (text: string) => void
  readonly clear: () => void
}

const eraseLine = '\r\u001b[K'

/** One line on a terminal that is written over again and again; nothing at all elsewhere. */
export function createStatus(stream: NodeJS.WriteStream): Status {
  let isShown = false
  return {
    show(text) {
      if (!stream.isTTY) return
      stream.write(`${eraseLine}${text}`)
      isShown = true
    },
    clear() {
      if (!isShown) return
      stream.write(eraseLine)
      isShown = false
    },
  }
}
