"""The eye over the felt: stacks by place, colour and count, the hands that move them, the dolly."""
