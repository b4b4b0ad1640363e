//! The tree of a histogram with blocks: estimates of the bins by least squares, and the noise of
//! any sum of them.
//!
//! Each bin and each block is released with noise of one law, and a block is the sum of its bins
//! (Hay, Rastogi, Miklau and Suciu 2010). Below, V is the variance of the best estimate of a node
//! from the nodes below it and itself, in units of the variance of one noise. It is 1 for a bin and
//! `v/(1 + v)` for a block whose children have the sum v of variances. All noises are independent,
//! so two passes give the least squares estimates:
//!
//! - *up*: `z = (y v + s)/(1 + v)`, s the sum of the children's z; `z = y` for a bin;
//! - *down*: `u = z` on the highest level, and `u_child = z_child + V_child (u - s)/v` below.
//!
//! A sum of estimates with weights is a sum of the released numbers with other weights, which the
//! passes in reverse give. As weights are constant between a few bins, blocks with equal weights
//! below them are not looked at one by one.
//!
//! All of it is in floats of 53 bits: an estimate is exact to 2^-45 of the largest number released.

use std::ops::Range;

use gradual_release::mechanism::WeightedNoises;
use poundwise_documents::kinds::Histogram;

/// The bins of a histogram and their blocks. Without blocks each estimate is the number released.
pub(crate) struct BlockTree {
    bins: usize,
    /// The bins first.
    levels: Vec<TreeLevel>,
}

/// The nodes of one level.
struct TreeLevel {
    /// Binary logarithm of the number of bins of a node, but for the last one.
    log: u32,
    nodes: usize,
    /// Place of the first node among the coordinates.
    first: usize,
    /// V of a node that has as many bins.
    whole: f64,
    /// V of the last node.
    last: f64,
}

/// The rows of all bins below a place, with a factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Below {
    pub(crate) place: usize,
    pub(crate) factor: f64,
}

/// Neighbouring nodes of a level: several with one weight for all of their bins, or one.
struct Segment {
    nodes: Range<usize>,
    /// Whether its bins have several weights, or are fewer than those of other nodes.
    is_mixed: bool,
}

impl BlockTree {
    pub(crate) fn of(histogram: &Histogram) -> Self {
        let size = histogram.column.size();
        #[allow(clippy::cast_possible_truncation)]
        let bins = size as usize - 1;
        Self::new(bins, histogram.blocks.levels())
    }

    /// Returns the tree of so many bins with blocks of these levels.
    pub(crate) fn new(bins: usize, blocks: &[u8]) -> Self {
        let mut levels: Vec<TreeLevel> = Vec::new();
        // The bin of all other cells follows the bins.
        let mut first = 0;
        for log in [0].iter().chain(blocks) {
            let log = u32::from(*log);
            let nodes = bins.div_ceil(1 << log);
            let (whole, last) = match levels.last() {
                None => (1.0, 1.0),
                Some(below) => {
                    let whole = below.whole * f64::from(1_u32 << (log - below.log));
                    let children = below.nodes - ((nodes - 1) << (log - below.log));
                    let last = below.whole * (children - 1) as f64 + below.last;
                    (whole / (1.0 + whole), last / (1.0 + last))
                }
            };
            levels.push(TreeLevel {
                log,
                nodes,
                first,
                whole,
                last,
            });
            first += nodes + usize::from(log == 0);
        }
        Self { bins, levels }
    }

    pub(crate) fn bins(&self) -> usize {
        self.bins
    }

    /// Returns the least squares estimates of the bins. Cost: linear in the coordinates.
    pub(crate) fn estimates(&self, values: &[i64]) -> Vec<f64> {
        let released = |level: &TreeLevel, node: usize| values[level.first + node] as f64;
        let mut all: Vec<Vec<f64>> = Vec::new();
        for (index, level) in self.levels.iter().enumerate() {
            let estimate = |node| match all.last() {
                None => released(level, node),
                Some(below) => {
                    let children = self.children(index, node);
                    let sum: f64 = below[children.clone()].iter().sum();
                    let variance = self.variance_of(index - 1, children);
                    (released(level, node) * variance + sum) / (1.0 + variance)
                }
            };
            all.push((0..level.nodes).map(estimate).collect());
        }
        for index in (1..self.levels.len()).rev() {
            let (lower, upper) = all.split_at_mut(index);
            let (Some(below), Some(estimates)) = (lower.last_mut(), upper.first()) else {
                continue;
            };
            for (node, estimate) in estimates.iter().enumerate() {
                let children = self.children(index, node);
                let sum: f64 = below[children.clone()].iter().sum();
                let rest = (estimate - sum) / self.variance_of(index - 1, children.clone());
                for child in children {
                    below[child] += self.variance(index - 1, child) * rest;
                }
            }
        }
        all.swap_remove(0)
    }

    /// Returns the noise of a sum of estimates: each noise of a coordinate has its weight. Cost:
    /// grows with the number of levels, not with that of bins.
    pub(crate) fn noises(&self, sum: &[Below]) -> Vec<WeightedNoises> {
        let mut weighing = Weighing {
            tree: self,
            sum,
            noises: Vec::new(),
        };
        let top = self.levels.len() - 1;
        for segment in weighing.segments(top, 0..self.levels[top].nodes) {
            let mean = weighing.mean(top, &segment);
            weighing.add(top, &segment, mean, mean);
        }
        weighing.noises
    }

    /// Returns the noise of one bin. That of the first one is the widest.
    pub(crate) fn noises_of_bin(&self, bin: usize) -> Vec<WeightedNoises> {
        let below = |place, factor| Below { place, factor };
        self.noises(&[below(bin + 1, 1.0), below(bin, -1.0)])
    }

    /// Returns a number that bins have in common only if their noise has one law.
    pub(crate) fn law_of_bin(&self, bin: usize) -> usize {
        let mut levels = self.levels.iter();
        let is_short = |level: &TreeLevel| ((bin >> level.log) + 1) << level.log > self.bins;
        levels.position(is_short).unwrap_or(self.levels.len())
    }

    /// Returns the nodes of the level below that a node consists of.
    fn children(&self, index: usize, node: usize) -> Range<usize> {
        let (level, below) = (&self.levels[index], &self.levels[index - 1]);
        let shift = level.log - below.log;
        node << shift..((node + 1) << shift).min(below.nodes)
    }

    fn variance(&self, index: usize, node: usize) -> f64 {
        let level = &self.levels[index];
        if node + 1 == level.nodes {
            level.last
        } else {
            level.whole
        }
    }

    /// Returns the sum of the variances of neighbouring nodes.
    fn variance_of(&self, index: usize, nodes: Range<usize>) -> f64 {
        let last = self.variance(index, nodes.end - 1);
        self.levels[index].whole * (nodes.len() - 1) as f64 + last
    }
}

/// The passes in reverse, from the weights of the bins to those of the coordinates.
struct Weighing<'a> {
    tree: &'a BlockTree,
    sum: &'a [Below],
    noises: Vec<WeightedNoises>,
}

impl Weighing<'_> {
    /// Returns the weight of a bin.
    fn weight(&self, bin: usize) -> f64 {
        let sum = self.sum.iter().filter(|below| bin < below.place);
        sum.map(|below| below.factor).sum()
    }

    /// Divides neighbouring nodes of a level where the weights of their bins change.
    fn segments(&self, index: usize, nodes: Range<usize>) -> Vec<Segment> {
        let TreeLevel { log, .. } = self.tree.levels[index];
        let ends = |node: usize| (node << log, (node + 1) << log);
        let is_mixed = |node: usize| {
            let (first, end) = ends(node);
            let mut places = self.sum.iter().map(|below| below.place);
            end > self.tree.bins || places.any(|place| first < place && place < end)
        };
        let mut places: Vec<usize> = self.sum.iter().map(|below| below.place).collect();
        places.push(self.tree.bins);
        // A node that a place divides begins and ends a segment, and a place between two nodes
        // is between two segments.
        let cuts = places.iter().flat_map(|place| {
            let node = place >> log;
            [node, node + usize::from(place & ((1 << log) - 1) != 0)]
        });
        let mut cuts: Vec<usize> = cuts
            .map(|cut| cut.clamp(nodes.start, nodes.end))
            .chain([nodes.start, nodes.end])
            .collect();
        cuts.sort_unstable();
        cuts.dedup();
        let pairs = cuts.windows(2).map(|pair| pair[0]..pair[1]);
        pairs
            .map(|nodes| Segment {
                is_mixed: is_mixed(nodes.start),
                nodes,
            })
            .collect()
    }

    /// Returns the mean weight of the bins of a segment's node, each by its part of V.
    fn mean(&self, index: usize, segment: &Segment) -> f64 {
        let node = segment.nodes.start;
        if index == 0 || !segment.is_mixed {
            return self.weight(node << self.tree.levels[index].log);
        }
        let children = self.tree.children(index, node);
        let all = self.tree.variance_of(index - 1, children.clone());
        let part = |child: &Segment| {
            self.mean(index - 1, child) * self.tree.variance_of(index - 1, child.nodes.clone())
        };
        let parts = self.segments(index - 1, children);
        parts.iter().map(part).sum::<f64>() / all
    }

    /// Adds the noises of a segment and of all below it. `mean` is the mean weight of its bins, and
    /// `of_up` the weight of its z.
    fn add(&mut self, index: usize, segment: &Segment, mean: f64, of_up: f64) {
        let nodes = segment.nodes.clone();
        let mut push = |weight| {
            self.noises.push(WeightedNoises {
                weight,
                number: nodes.len() as u64,
            });
        };
        if index == 0 {
            return push(of_up);
        }
        let first = self.tree.children(index, nodes.start);
        let variance = self.tree.variance_of(index - 1, first.clone());
        push(of_up * variance / (1.0 + variance));
        let of_children = of_up / (1.0 + variance);
        if segment.is_mixed {
            for child in self.segments(index - 1, first) {
                let child_mean = self.mean(index - 1, &child);
                self.add(
                    index - 1,
                    &child,
                    child_mean,
                    child_mean - mean + of_children,
                );
            }
        } else {
            let last = self.tree.children(index, nodes.end - 1);
            let children = Segment {
                nodes: first.start..last.end,
                is_mixed: false,
            };
            self.add(index - 1, &children, mean, of_children);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::{BinnedColumn, Blocks, ColumnType};
    use poundwise_documents::units::Decimal;

    use super::*;
    use crate::kinds::best_blocks;

    fn tree(bins: usize, levels: &[u8]) -> BlockTree {
        let edges = (0..=i64::try_from(bins).unwrap()).map(Decimal::from_integer);
        BlockTree::of(&Histogram {
            column: BinnedColumn {
                column: "n".to_owned(),
                column_type: ColumnType::Number,
                bins: Vec::new(),
                edges: edges.collect(),
            },
            filters: Vec::new(),
            blocks: Blocks::new(levels.to_vec()),
        })
    }

    /// Each set of levels of blocks over so many bins.
    fn sets(bins: usize) -> impl Iterator<Item = Vec<u8>> {
        let highest = Blocks::highest(bins as u64);
        (0_u32..1 << highest).map(move |set| {
            let levels = 1..=highest;
            levels.filter(|level| set >> (level - 1) & 1 == 1).collect()
        })
    }

    /// R: a row for each node, of a tree without the bin of all other cells.
    fn matrix(tree: &BlockTree) -> Vec<Vec<f64>> {
        let nodes = tree.levels.iter().flat_map(|level| {
            (0..level.nodes).map(move |node| {
                let of = |bin: usize| f64::from(u8::from(bin >> level.log == node));
                (0..tree.bins).map(of).collect()
            })
        });
        nodes.collect()
    }

    /// The inverse of `R^T R`, by Gauss and Jordan with pivots.
    fn inverse(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let size = rows[0].len();
        let mut left: Vec<Vec<f64>> = (0..size)
            .map(|i| {
                let row = (0..size).map(|j| rows.iter().map(|row| row[i] * row[j]).sum());
                let unit = (0..size).map(|j| f64::from(u8::from(i == j)));
                row.chain(unit).collect()
            })
            .collect();
        for column in 0..size {
            let pivot = (column..size)
                .max_by(|one, other| {
                    left[*one][column]
                        .abs()
                        .total_cmp(&left[*other][column].abs())
                })
                .unwrap();
            left.swap(column, pivot);
            let scale = left[column][column];
            left[column].iter_mut().for_each(|cell| *cell /= scale);
            let pivot = left[column].clone();
            for (index, row) in left.iter_mut().enumerate().filter(|(i, _)| *i != column) {
                let factor = row[column];
                if factor != 0.0 {
                    row.iter_mut()
                        .zip(&pivot)
                        .for_each(|(cell, of)| *cell -= factor * of);
                }
                debug_assert!(index < size);
            }
        }
        left.into_iter().map(|row| row[size..].to_vec()).collect()
    }

    fn variance(noises: &[WeightedNoises]) -> f64 {
        let of = |one: &WeightedNoises| one.number as f64 * one.weight * one.weight;
        noises.iter().map(of).sum()
    }

    fn range(p: usize, q: usize) -> [Below; 2] {
        [(q, 1.0), (p, -1.0)].map(|(place, factor)| Below { place, factor })
    }

    /// Bins that are checked: each number up to 17, and others with every form of last blocks.
    fn numbers_of_bins() -> impl Iterator<Item = usize> {
        (1..=17).chain([23, 31, 32, 33, 47, 48, 63, 64])
    }

    #[test]
    fn variances_of_all_ranges_are_those_of_the_matrix() {
        for bins in numbers_of_bins() {
            for levels in sets(bins) {
                let tree = tree(bins, &levels);
                let inverse = inverse(&matrix(&tree));
                // A prefix sum of the inverse in both directions gives w^T (R^T R)^-1 w at once.
                let mut prefix = vec![vec![0.0; bins + 1]; bins + 1];
                for i in 0..bins {
                    for j in 0..bins {
                        prefix[i + 1][j + 1] =
                            prefix[i][j + 1] + prefix[i + 1][j] - prefix[i][j] + inverse[i][j];
                    }
                }
                for p in 0..bins {
                    for q in p + 1..=bins {
                        let exact = prefix[q][q] - prefix[p][q] - prefix[q][p] + prefix[p][p];
                        let ours = variance(&tree.noises(&range(p, q)));
                        assert!(
                            (ours - exact).abs() < 1e-9 * exact.max(1.0),
                            "{bins} {levels:?} {p}..{q}: {ours} {exact}"
                        );
                    }
                }
                // A quantile has weights in each bin.
                let quantile =
                    [(bins / 2, 1.0), (bins, -0.3)].map(|(place, factor)| Below { place, factor });
                let weight = |bin: usize| f64::from(u8::from(bin < bins / 2)) - 0.3;
                let exact: f64 = (0..bins)
                    .flat_map(|i| (0..bins).map(move |j| (i, j)))
                    .map(|(i, j)| weight(i) * inverse[i][j] * weight(j))
                    .sum();
                let ours = variance(&tree.noises(&quantile));
                assert!((ours - exact).abs() < 1e-9, "{bins} {levels:?}");
            }
        }
    }

    #[test]
    fn estimates_of_ranges_are_those_of_the_pseudo_inverse() {
        for bins in [1, 2, 5, 8, 13, 31, 64] {
            for levels in sets(bins) {
                let tree = tree(bins, &levels);
                let rows = matrix(&tree);
                let inverse = inverse(&rows);
                let released: Vec<i64> = (0..=i64::try_from(rows.len()).unwrap())
                    .map(|place| place * place * 7919 % 1009 - 300)
                    .collect();
                // The bin of all other cells is not part of the tree.
                let of_node = |node: usize| released[node + usize::from(node >= bins)] as f64;
                let projected: Vec<f64> = (0..bins)
                    .map(|bin| {
                        let nodes = rows.iter().enumerate();
                        nodes.map(|(node, row)| row[bin] * of_node(node)).sum()
                    })
                    .collect();
                for (bin, ours) in tree.estimates(&released).iter().enumerate() {
                    let cells = inverse[bin].iter().zip(&projected);
                    let exact: f64 = cells.map(|(cell, of)| cell * of).sum();
                    assert!((ours - exact).abs() < 1e-9, "{bins} {levels:?} {bin}");
                }
            }
        }
    }

    #[test]
    fn weights_of_ranges_are_those_of_their_estimates() {
        for (bins, levels) in [(13, &[2][..]), (64, &[3, 6]), (37, &[1, 2, 5])] {
            let tree = tree(bins, levels);
            let coordinates = matrix(&tree).len() + 1;
            for (p, q) in [(0, 1), (3, 11), (5, bins), (0, bins)] {
                // The weight of a coordinate is what the sum becomes if it alone is 1.
                let mut weights: Vec<f64> = (0..coordinates)
                    .map(|place| {
                        let mut released = vec![0; coordinates];
                        released[place] = 1;
                        tree.estimates(&released)[p..q].iter().sum()
                    })
                    .collect();
                let noises = tree.noises(&range(p, q)).into_iter();
                let mut ours: Vec<f64> = noises
                    .flat_map(|one| vec![one.weight; usize::try_from(one.number).unwrap()])
                    .collect();
                ours.push(0.0);
                weights.sort_by(f64::total_cmp);
                ours.sort_by(f64::total_cmp);
                assert_eq!(ours.len(), weights.len());
                for (ours, exact) in ours.iter().zip(weights) {
                    assert!((ours - exact).abs() < 1e-12, "{bins} {levels:?} {p}..{q}");
                }
            }
        }
    }

    #[test]
    fn first_bin_has_the_widest_noise_and_laws_are_told_apart() {
        for bins in numbers_of_bins() {
            for levels in sets(bins) {
                let tree = tree(bins, &levels);
                let of = |bin| variance(&tree.noises_of_bin(bin));
                let first = of(0);
                for bin in 0..bins {
                    assert!(of(bin) <= first + 1e-12, "{bins} {levels:?} {bin}");
                    let same = (0..bin).find(|one| tree.law_of_bin(*one) == tree.law_of_bin(bin));
                    if let Some(same) = same {
                        assert!(
                            (of(same) - of(bin)).abs() < 1e-12,
                            "{bins} {levels:?} {bin}"
                        );
                    }
                }
            }
        }
    }

    /// ε times the root mean square error over all ranges, with add/remove and the smooth law.
    fn rms(bins: usize, levels: &[u8]) -> f64 {
        let tree = tree(bins, levels);
        let mut sum = 0.0;
        for p in 0..bins {
            for q in p + 1..=bins {
                sum += variance(&tree.noises(&range(p, q)));
            }
        }
        let ranges = (bins * (bins + 1) / 2) as f64;
        (levels.len() as f64 + 1.0) * (2.0 * sum / ranges).sqrt()
    }

    #[test]
    fn errors_over_all_ranges_of_1024_bins() {
        for (levels, expected) in [(&[][..], 26.15), (&[3, 7], 12.71)] {
            let ours = rms(1024, levels);
            assert!((ours / expected - 1.0).abs() < 0.01, "{levels:?} {ours}");
        }
    }

    #[test]
    fn proposed_blocks_have_the_least_error_over_all_ranges() {
        for bins in [16, 32, 40, 48, 64] {
            let best = sets(bins)
                .map(|levels| rms(bins, &levels))
                .min_by(f64::total_cmp)
                .unwrap();
            let proposed = rms(bins, best_blocks(bins).levels());
            assert!(proposed <= best * 1.000_001, "{bins}: {proposed} {best}");
        }
    }
}
