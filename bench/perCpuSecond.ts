const rounds = 7

/** How often something can be done in a second of one core: the median of seven rounds, after a warm-up. */
export async function perCpuSecond(times: number, work: () => unknown): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    for (let done = 0; done < times; done += 1) await work()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) measured.push((times * 1e6) / (user + system))
  }
  return Math.round(measured.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0)
}
