/**
 * Loaded into every process that the sandbox starts (`node --import`): when the parent closes the channel or dies, the
 * process stops as if on SIGTERM.
 */
const patienceMs = 15_000

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patienceMs).unref()
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
})
// The listener must not keep an idle process alive.
process.channel?.unref()

export {}
