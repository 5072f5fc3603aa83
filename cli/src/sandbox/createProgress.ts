export type Progress = {
  readonly step: (sentence: string) => void
  readonly note: (sentence: string) => void
  /** Ends the last step. */
  readonly done: () => void
}

const reminderMs = 10_000

/**
 * Steps with their elapsed time, on the error stream. On a terminal the running step counts its seconds;
 * elsewhere one that lasts says so every ten seconds.
 */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  let current: { sentence: string; since: number } | undefined
  const timer = setInterval(tick, stream.isTTY ? 100 : reminderMs)
  timer.unref()

  function tick(): void {
    if (!current) return
    if (stream.isTTY) stream.write(`\r${line(current)}`)
    else stream.write(`${line(current)} …\n`)
  }

  function end(): void {
    if (!current) return
    stream.write(stream.isTTY ? `\r${line(current)}\n` : `${line(current)}\n`)
    current = undefined
  }

  return {
    step(sentence) {
      end()
      current = { sentence, since: performance.now() }
      if (stream.isTTY) tick()
    },
    note(sentence) {
      if (current && stream.isTTY) stream.write('\r\x1b[K')
      stream.write(`         ${sentence}\n`)
    },
    done() {
      end()
      clearInterval(timer)
    },
  }
}

function line({ sentence, since }: { sentence: string; since: number }): string {
  return `${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s ${sentence}`
}
