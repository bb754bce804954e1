"""The first layers of the bundled network in PyTorch, to learn what ``memory_mcp.reading.learned`` adds to them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from memory_mcp.embedding.e5_weights import BLOCK_WEIGHTS, WIDTH, Weights, bundled_weights, dequantised
from memory_mcp.reading.learned import (
    LAYERS,
    LEFT_OUT,
    PRODUCTS,
    RANK,
    SHARED_RANKS,
    THIN,
    Learned,
    packed,
    sizes,
)  # fmt: skip

HEADS = 12
WEIGHERS = ("head", "ends")
"""What weighs the states, by its name: one for each question of a reader."""
# Both thin matrices begin at a product of nothing; the first one's size decides how fast the second learns.
SPREAD = 2.0
MOST_LEVEL = 7
WARMED_UP, LAST_RATE = 0.05, 0.02
# Without the processor's own products of half numbers these take longer than whole ones.
HAS_HALF = torch.cpu.get_capabilities().get("avx512_bf16", False)


def parameter(values: np.ndarray) -> nn.Parameter:
    """Return values that are learned."""
    return nn.Parameter(torch.tensor(np.array(values, np.float32)))


def as_kept(thin: Tensor) -> Tensor:
    """Return a matrix as blocks of four bits will have it, so that what they lose is learned with; gradients pass."""
    rows = thin.detach().reshape(-1, BLOCK_WEIGHTS)
    scales = (rows.abs().amax(1, keepdim=True) / MOST_LEVEL).half().float()
    kept = torch.clamp(torch.round(rows / scales.clamp(min=1e-12)), -MOST_LEVEL, MOST_LEVEL) * scales
    return thin + (kept.reshape(thin.shape) - thin.detach())


class Product(nn.Module):
    """A product with a weight that stays as it is, and with the two thin matrices that are learned."""

    def __init__(self, weights: Weights, layer: int, name: str, *, rank: int) -> None:
        super().__init__()
        rows, columns = PRODUCTS[name]
        parts = [f"l{layer}.{part}" for part in (name if name == "qkv" else [name])]
        stacked = np.concatenate([dequantised(weights.blocks(f"{part}.w", rows)) for part in parts])
        self.register_buffer("weight", torch.tensor(stacked), persistent=False)
        self.b = parameter(np.concatenate([weights.floats(f"{part}.b") for part in parts]))
        self.down = nn.Parameter(torch.randn(rows, rank) * SPREAD / math.sqrt(rows))
        self.up = nn.Parameter(torch.zeros(rank, columns))

    def forward(self, x: Tensor) -> Tensor:
        """Return the product; thin matrices are applied alone, so that nothing is found out about the weight."""
        down, up = self.down, self.up
        if len(up) > RANK:
            down, up = as_kept(down.T).T, as_kept(up)
        return functional.linear(x, self.weight, self.b) + (x @ down) @ up


class Norm(nn.Module):
    """A layer normalisation."""

    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.w, self.b = (parameter(weights.floats(f"{name}.{part}")) for part in "wb")

    def forward(self, x: Tensor) -> Tensor:
        """Return the values of each token, normalised."""
        return functional.layer_norm(x.float(), (WIDTH,), self.w, self.b, 1e-12)


class Layer(nn.Module):
    """An encoder layer."""

    def __init__(self, weights: Weights, layer: int, *, rank: int) -> None:
        super().__init__()
        for name in PRODUCTS:
            setattr(self, name, Product(weights, layer, name, rank=rank))
        self.aln, self.oln = (Norm(weights, f"l{layer}.{name}") for name in ("aln", "oln"))

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        """Return the states of texts, shape (texts, tokens, 384); ``hidden`` is added to what a token hears."""
        count, length, _ = x.shape
        query, key, value = self.qkv(x).view(count, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        # Torch's own attention takes four times as long to differentiate on a processor.
        heard = torch.softmax((query @ key.transpose(2, 3)).float() / math.sqrt(WIDTH // HEADS) + hidden, -1)
        heard = (heard.to(value.dtype) @ value).transpose(1, 2).reshape(count, length, WIDTH)
        x = self.aln(x + self.ao(heard))
        return self.oln(x + self.fo(functional.gelu(self.fi(x))))


class SmallNetwork(nn.Module):
    """The layers and the head of one reader: ``head`` values are weighed; ``start`` is their first sum.

    The first ``kept`` layers learn nothing, and what they say of a text can be kept. Of the others thin matrices of
    their ``ranks`` are learned.
    """

    def __init__(
        self,
        head: int,
        *,
        start: float = 0.0,
        dropped: float = 0.1,
        kept: int = 0,
        ranks: Sequence[int] = SHARED_RANKS,
    ) -> None:
        super().__init__()
        weights = Weights(bundled_weights())
        self.first = Norm(weights, "emb.ln")
        self.layers = nn.ModuleList(
            Layer(weights, number, rank=RANK if rank == LEFT_OUT else rank) for number, rank in enumerate(ranks)
        )
        self.head = nn.Linear(head, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.constant_(self.head.bias, start)
        self.dropped, self.kept = dropped, kept
        for part in (self.first, *self.layers[:kept]) if kept else ():
            part.requires_grad_(requires_grad=False)

    def kept_states(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return what the layers that learn nothing say of each token, shape (texts, tokens, 384)."""
        with torch.no_grad():
            return self._through(self.layers[: self.kept], self.first(x), mask)

    def states(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return what the last of the layers says of each token, shape (texts, tokens, 384).

        ``x`` is what the first is given, or what ``kept_states`` returned.
        """
        x = functional.dropout(x, self.dropped, self.training)
        x = self._through(self.layers[self.kept :], x if self.kept else self.first(x), mask)
        return functional.dropout(x.float(), self.dropped, self.training)

    def _through(self, layers: nn.ModuleList, x: Tensor, mask: Tensor) -> Tensor:
        hidden = torch.where(mask, 0.0, -1e9)[:, None, None, :]
        with torch.autocast("cpu", torch.bfloat16, enabled=HAS_HALF):
            for layer in layers:
                x = layer(x, hidden)
        return x

    def sums(self, values: Tensor) -> Tensor:
        """Return what the head makes of the values it weighs, without their last dimension."""
        return self.head(values)[..., 0]

    def named(self) -> Iterator[tuple[str, nn.Parameter]]:
        """Yield what is learned by its name in the package's files."""
        for name, value in self.named_parameters():
            part, _, of = name.partition(".")
            if part in WEIGHERS:
                yield f"{part}.{of[0]}", value
            else:
                yield name.replace("first.", "emb.ln.").replace("layers.", "l"), value

    def go_on(
        self, path: Path, parts: Mapping[str, int], read: Learned | None = None, *, with_head: bool = True
    ) -> None:
        """Begin with what a file of the package holds, or with its layers alone; ``read`` is the file if it is read."""
        read = read or Learned(path, parts)
        for name, value in self.named():
            of, _, part = name.rpartition(".")
            if part in THIN and value.shape != read.floats(name).shape:
                fill(value, of_greatest(read, of)[name])
            elif with_head or of not in WEIGHERS:
                value.data = torch.tensor(read.floats(name)).reshape(value.shape)

    def write(
        self, path: Path, parts: Mapping[str, int], ranks: Sequence[int] = SHARED_RANKS, **more: np.ndarray
    ) -> None:
        """Write what was learned in the order of the package's files; ``more`` are parts besides the head."""
        found = more | {name: value.detach().numpy() for name, value in self.named()}
        write(path, found, parts, ranks)


def of_greatest(read: Learned, product: str) -> dict[str, np.ndarray]:
    """Return a file's two thin matrices so that what adds most stands first."""
    return thin(product, read.added(product), (len(read.floats(f"{product}.up")),) * LAYERS)


def fill(value: nn.Parameter, read: np.ndarray) -> None:
    """Give a thin matrix what one of another rank holds: what is more is as at the beginning, what is less is left."""
    rows, columns = (min(sizes) for sizes in zip(value.shape, read.shape, strict=True))
    value.data[:rows, :columns] = torch.tensor(read[:rows, :columns].copy())


def thin(product: str, added: np.ndarray, ranks: Sequence[int]) -> dict[str, np.ndarray]:
    """Return the two matrices whose product comes nearest to what is added to a weight, shape (outputs, inputs)."""
    rank = ranks[int(product[1 : product.index(".")])]
    up, weights, down = np.linalg.svd(added, full_matrices=False)
    root = np.sqrt(weights[:rank])
    return {f"{product}.down": down[:rank].T * root, f"{product}.up": root[:, None] * up[:, :rank].T}


def write(path: Path, found: Mapping[str, np.ndarray], parts: Mapping[str, int], ranks: Sequence[int]) -> None:
    """Write what was learned under the names of a file."""
    beside = path.with_suffix(".new")
    beside.write_bytes(b"".join(packed(name, found[name], size) for name, size in sizes(parts, ranks)))
    beside.replace(path)


class Learning:
    """Steps of AdamW (Loshchilov and Hutter, 2019) whose rates rise, and fall as a cosine does."""

    def __init__(self, network: SmallNetwork, steps: int, *, rate: float, thin_rate: float, head_times: float) -> None:
        named = [(name.partition(".")[0] in WEIGHERS, value) for name, value in network.named()]
        head = [value for is_head, value in named if is_head]
        thin = [value for is_head, value in named if value.dim() == 2 and not is_head]
        floats = [value for value in network.parameters() if not any(value is one for one in (*head, *thin))]
        groups = [(floats, rate), (thin, thin_rate), (head, head_times * rate)]
        self._rule = torch.optim.AdamW([{"params": one, "lr": of} for one, of in groups], weight_decay=0.0)
        self._rates, self._network, self._steps, self._taken = [of for _, of in groups], network, steps, 0

    def step(self, loss: Tensor) -> float:
        """Take one, and return the loss."""
        done = self._taken / self._steps
        times = min(1, done / WARMED_UP) * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * min(1, done))) / 2)
        for group, rate in zip(self._rule.param_groups, self._rates, strict=True):
            group["lr"] = rate * times
        self._rule.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
        self._rule.step()
        self._taken += 1
        return loss.item()
