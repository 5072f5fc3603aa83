/**
 * Loaded into every process that the sandbox starts (`node --import`): when the channel to the parent closes,
 * because the parent asks for it or because it died, the process stops as if it had got SIGTERM.
 */
const patienceMs = 15_000

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patienceMs).unref()
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
})
// Listening for it must not keep a process alive that has nothing left to do.
process.channel?.unref()

export {}
