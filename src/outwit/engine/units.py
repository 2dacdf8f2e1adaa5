"""What stands for 1 in the integers of a network; ``units.pxd`` says the same to the compiler."""

# In the hidden layer, in the output weights, and in the output: 255 * 255 * 64.
HIDDEN_ONE = 255
WEIGHT_ONE = 64
OUTPUT_ONE = 4_161_600
# A weight of a row has a byte.
MOST_ROW = 127
