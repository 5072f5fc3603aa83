/**
 * Calls back when npm, which started this process, is gone. A killed npm leaves its scripts running; a shell
 * that ends after `command &` means no such thing, so that only npm is watched.
 */
export function watchLauncher(onGone: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const launcher = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
}
