//! Numbers names by role in order of appearance, from 0 at each beginning (parameterised matching; Baker 1992).

const ROLES: usize = 8;

#[derive(Default)]
pub struct NameNumbers {
    /// By name and role: stamp and number.
    numbers: Vec<(u32, u32)>,
    next: [u32; ROLES],
    stamp: u32,
}

impl NameNumbers {
    pub fn begin(&mut self) {
        self.stamp += 1;
        self.next = [0; ROLES];
    }

    #[inline]
    pub fn of(&mut self, role: u8, name: u32) -> u32 {
        let slot = name as usize * ROLES + usize::from(role);
        if slot >= self.numbers.len() {
            self.numbers.resize((slot + 1).next_power_of_two(), (0, 0));
        }
        let (stamp, number) = &mut self.numbers[slot];
        if *stamp != self.stamp {
            *stamp = self.stamp;
            *number = self.next[usize::from(role)];
            self.next[usize::from(role)] += 1;
        }
        *number
    }
}
